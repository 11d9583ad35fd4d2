"""Right, but the long way round: depth-first search over pairs of fields finds some meeting, not the shortest."""

import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, arrows = numbers[0], [[] for _ in range(numbers[0] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)

    def jumps(pair):
        return ((sasha, mika) for sasha in arrows[pair[0]] for mika in arrows[pair[1]])

    seen = {(1, 2)}
    way = [((1, 2), jumps((1, 2)))]
    while way:
        for pair in way[-1][1]:
            if pair[0] == pair[1]:
                pairs = [before for before, _ in way] + [pair]
                print(len(pairs) - 1)
                print(*(sasha for sasha, _ in pairs))
                print(*(mika for _, mika in pairs))
                return
            if pair not in seen:
                seen.add(pair)
                way.append((pair, jumps(pair)))
                break
        else:
            way.pop()
    print("IMPOSSIBLE")


main()
