import sys


def input_graph():
    data = sys.stdin.read().split()
    n, m = int(data[0]), int(data[1])
    adj = [[] for _ in range(n)]
    for i in range(m):
        x, y = int(data[2 + 2 * i]) - 1, int(data[3 + 2 * i]) - 1
        adj[x].append(y)
        adj[y].append(x)
    return adj


def paint(adj, root, side):
    # breadth first
    todo = [root]
    side[root] = 1
    two_sides = True
    for node in todo:
        for other in adj[node]:
            if side[other] is None:
                side[other] = 3 - side[node]
                todo.append(other)
            elif side[other] == side[node]:
                two_sides = False
    return len(todo), two_sides


adj = input_graph()
side = [None] * len(adj)
bad = 0
parts = []
for node in range(len(adj)):
    if side[node] is None:
        count, two_sides = paint(adj, node, side)
        parts.append(count)
        if not two_sides:
            bad += 1
print(len(parts), max(parts), bad)
