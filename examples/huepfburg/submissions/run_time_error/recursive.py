"""Crashes: searches pairs of fields in depth, which is too deep for the interpreter where ways are long."""

import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    arrows = [[] for _ in range(numbers[0] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)
    seen = {(1, 2)}

    def search(sasha, mika):
        for s in arrows[sasha]:
            for m in arrows[mika]:
                if s == m:
                    return [(s, m)]
                if (s, m) not in seen:
                    seen.add((s, m))
                    way = search(s, m)
                    if way:
                        return [(s, m)] + way
        return None

    way = search(1, 2)
    if way is None:
        print("impossible")
        return
    way = [(1, 2)] + way
    print(len(way) - 1)
    print(*(s for s, _ in way))
    print(*(m for _, m in way))


main()
