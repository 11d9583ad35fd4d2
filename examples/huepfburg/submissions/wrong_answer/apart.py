"""Wrong: looks for both apart, and lets them meet only where their shortest ways are equally long."""

import sys


def ways(arrows, start):
    before, layer = {start: None}, [start]
    while layer:
        following = []
        for field in layer:
            for to in arrows[field]:
                if to not in before:
                    before[to] = field
                    following.append(to)
        layer = following
    return before


def way(before, field):
    fields = []
    while field is not None:
        fields.append(field)
        field = before[field]
    return fields[::-1]


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, arrows = numbers[0], [[] for _ in range(numbers[0] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)
    of_sasha, of_mika = ways(arrows, 1), ways(arrows, 2)
    for field in range(1, n + 1):
        if field in of_sasha and field in of_mika:
            sasha, mika = way(of_sasha, field), way(of_mika, field)
            if len(sasha) == len(mika):
                print(len(sasha) - 1)
                print(*sasha)
                print(*mika)
                return
    print("impossible")


main()
