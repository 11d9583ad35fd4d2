"""Too slow: goes on until both sets of fields come again together, which takes the product of the lengths of all cycles."""

import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    arrows = [[] for _ in range(numbers[0] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)

    def jump(fields):
        return frozenset(to for field in fields for to in arrows[field])

    def way(layers, field):
        fields = [field]
        for layer in reversed(layers[:-1]):
            fields.append(next(before for before in layer if fields[-1] in arrows[before]))
        return fields[::-1]

    of_sasha, of_mika = [frozenset([1])], [frozenset([2])]
    seen = set()
    while not of_sasha[-1] & of_mika[-1]:
        if (of_sasha[-1], of_mika[-1]) in seen:
            print("impossible")
            return
        seen.add((of_sasha[-1], of_mika[-1]))
        of_sasha.append(jump(of_sasha[-1]))
        of_mika.append(jump(of_mika[-1]))
    field = min(of_sasha[-1] & of_mika[-1])
    print(len(of_sasha) - 1)
    print(*way(of_sasha, field))
    print(*way(of_mika, field))


main()
