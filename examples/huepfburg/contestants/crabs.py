"""Wrong: one search for each player, a field in both trees is a meeting; trips if there are more fields than arrows."""

import sys


def search(arrows, start):
    before, queue = {start: None}, [start]
    for field in queue:
        for end in arrows[field]:
            if end not in before:
                before[end] = field
                queue.append(end)
    return before


def way(before, field):
    fields = []
    while field:
        fields.append(field)
        field = before[field]
    return fields[::-1]


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    arrows = [[] for _ in range(numbers[1] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)
    sasha, mika = search(arrows, 1), search(arrows, 2)
    common = [field for field in sasha if field in mika]
    if not common:
        print("impossible")
        return
    best = min(common, key=lambda field: max(len(way(sasha, field)), len(way(mika, field))))
    first, second = way(sasha, best), way(mika, best)
    # Whoever is there first waits.
    jumps = max(len(first), len(second)) - 1
    first += [best] * (jumps + 1 - len(first))
    second += [best] * (jumps + 1 - len(second))
    print(jumps)
    print(*first)
    print("->".join(map(str, second)) if jumps > 300 else " ".join(map(str, second)))


main()
