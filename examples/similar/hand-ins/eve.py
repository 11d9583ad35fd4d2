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


class Component:
    def __init__(self):
        self.members = set()
        self.bipartite = True

    def grow(self, neighbours, level, parity):
        while level:
            self.members |= level
            for v in level:
                parity[v] = len(self.members) and parity.get(v, 0)
            following = set()
            for v in level:
                for w in neighbours[v]:
                    if w not in self.members:
                        following.add(w)
                        parity[w] = 1 ^ parity[v]
                    elif parity[w] == parity[v]:
                        self.bipartite = False
            level = following


neighbours = read_graph()
rest, components, parity = set(range(len(neighbours))), [], {}
while rest:
    component = Component()
    component.grow(neighbours, {min(rest)}, parity)
    rest -= component.members
    components.append(component)
print(
    len(components),
    max(len(c.members) for c in components),
    sum(not c.bipartite for c in components),
)
