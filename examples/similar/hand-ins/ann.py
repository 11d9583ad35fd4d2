import sys


def read_graph():
    """Reads n, m and m edges; returns the lists of neighbours."""
    words = sys.stdin.read().split()
    n, m = int(words[0]), int(words[1])
    neighbours = [[] for _ in range(n)]
    for i in range(m):
        a, b = int(words[2 + 2 * i]) - 1, int(words[3 + 2 * i]) - 1
        neighbours[a].append(b)
        neighbours[b].append(a)
    return neighbours


# The components of the graph, and whether each is bipartite.
def colour(neighbours, start, colours):
    queue = [start]
    colours[start] = 0
    good = True
    for v in queue:
        for w in neighbours[v]:
            if colours[w] is None:
                colours[w] = 1 - colours[v]
                queue.append(w)
            elif colours[w] == colours[v]:
                good = False
    return len(queue), good


neighbours = read_graph()
colours = [None] * len(neighbours)
sizes = []
odd = 0
for v in range(len(neighbours)):
    if colours[v] is None:
        size, good = colour(neighbours, v, colours)
        sizes.append(size)
        if not good:
            odd += 1
print(len(sizes), max(sizes), odd)
