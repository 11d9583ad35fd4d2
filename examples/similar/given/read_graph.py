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
