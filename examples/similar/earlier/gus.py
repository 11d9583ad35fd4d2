import sys

sys.setrecursionlimit(1000000)
text = sys.stdin.read().split("\n")
n, m = [int(word) for word in text[0].split()]
adjacent = {v: set() for v in range(1, n + 1)}
for line in text[1 : m + 1]:
    u, v = [int(word) for word in line.split()]
    adjacent[u] |= {v}
    adjacent[v] |= {u}
mark = {}


def walk(u, colour):
    if u in mark:
        return 0, mark[u] == colour
    mark[u] = colour
    number, even = 1, True
    for v in adjacent[u]:
        others, same = walk(v, not colour)
        number += others
        even &= same
    return number, even


answers = [walk(u, True) for u in adjacent if u not in mark]
best = max(number for number, _ in answers)
print(len(answers), best, sum(1 for _, even in answers if not even))
