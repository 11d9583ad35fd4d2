"""Too slow: goes on until both sets of fields come again together, which takes the product of the lengths of all cycles."""

import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    arrows = [[] for _ in range(numbers[0] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)

    def jump(fields):
        return frozenset(to for field in fields for to in arrows[field])

    # To keep all sets would run out of memory before the time is over: one pair is kept, and exchanged for the current one after 1, 2,
    # 4, ... jumps (Brent's way of finding a period).
    pair = kept = frozenset([1]), frozenset([2])
    jumps = since = 0
    period = 1
    while not pair[0] & pair[1]:
        pair = jump(pair[0]), jump(pair[1])
        jumps += 1
        since += 1
        if pair == kept:
            print("impossible")
            return
        if since == period:
            kept, since, period = pair, 0, 2 * period

    def way(start, end):
        layers = [frozenset([start])]
        for _ in range(jumps):
            layers.append(jump(layers[-1]))
        fields = [end]
        for layer in reversed(layers[:-1]):
            fields.append(next(before for before in layer if fields[-1] in arrows[before]))
        return fields[::-1]

    field = min(pair[0] & pair[1])
    print(jumps)
    print(*way(1, field))
    print(*way(2, field))


main()
