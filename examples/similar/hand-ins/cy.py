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


sys.setrecursionlimit(10**6)
graph = read_graph()
seen = {}


def visit(v, side):
    if v in seen:
        return 0, seen[v] == side
    seen[v] = side
    total, fine = 1, True
    for w in graph[v]:
        more, also = visit(w, not side)
        total += more
        fine &= also
    return total, fine


results = [visit(v, True) for v in range(len(graph)) if v not in seen]
largest = max(total for total, _ in results)
print(len(results), largest, sum(1 for _, fine in results if not fine))
