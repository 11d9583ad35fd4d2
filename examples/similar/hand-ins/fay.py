n, m = map(int, input().split())
parent = list(range(2 * n))


def find(x):
    while parent[x] != x:
        parent[x] = parent[parent[x]]
        x = parent[x]
    return x


def join(x, y):
    parent[find(x)] = find(y)


edges = []
plain = list(range(n))
for _ in range(m):
    a, b = map(int, input().split())
    edges.append((a - 1, b - 1))
    join(a - 1, b - 1 + n)
    join(a - 1 + n, b - 1)

label = {}
for a, b in edges * n:
    plain[a] = plain[b] = min(plain[a], plain[b])
for v in range(n):
    label.setdefault(plain[v], []).append(v)
odd = [p for p, vs in label.items() if any(find(v) == find(v + n) for v in vs)]
print(len(label), max(map(len, label.values())), len(odd))
