"""Right: breadth-first search over pairs of fields, in half steps."""

import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, arrows = numbers[0], [[] for _ in range(numbers[0] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)
    # (Sasha, Mika, whether Sasha has jumped already) -> the state before
    before = {(1, 2, False): None}
    layer = [(1, 2, False)]
    while layer:
        following = []
        for state in layer:
            sasha, mika, half = state
            for field in arrows[mika if half else sasha]:
                after = (sasha, field, False) if half else (field, mika, True)
                if after not in before:
                    before[after] = state
                    following.append(after)
                    if half and sasha == field:
                        return answer(before, after)
        layer = following
    print("impossible")


def answer(before, state):
    way = []
    while state:
        if not state[2]:
            way.append(state)
        state = before[state]
    way.reverse()
    print(len(way) - 1)
    print(*(sasha for sasha, _, _ in way))
    print(*(mika for _, mika, _ in way))


main()
