"""Wrong: gives up after n + 1 jumps, and copies whole ways."""

import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, arrows = numbers[0], [[] for _ in range(numbers[0] + 1)]
    for start, end in zip(numbers[2::2], numbers[3::2]):
        arrows[start].append(end)
    ways = [{1: [1]}, {2: [2]}]
    for _ in range(n + 1):
        following = []
        for player in ways:
            reached = {}
            for field, way in player.items():
                for end in arrows[field]:
                    reached[end] = way + [end]
            following.append(reached)
        ways = following
        for field in ways[0]:
            if field in ways[1]:
                print(len(ways[0][field]) - 1)
                print(*ways[0][field])
                print(*ways[1][field])
                return
    print("Impossible")


main()
