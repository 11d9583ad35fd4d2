"""Right: two half searches that meet, then random squares until one is safe."""

import random
import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, alice, bob = numbers[0], tuple(numbers[1:3]), tuple(numbers[3:5])
    moves = list(zip(numbers[5::2], numbers[6::2])) + [(0, 0)]

    def landings(square):
        x, y = square
        return {
            (x + dx) * (n + 1) + y + dy
            for dx, dy in moves
            if 1 <= x + dx <= n and 1 <= y + dy <= n
        }

    def reaches(first, target):
        x, y = target
        return any(
            1 <= x - dx <= n and 1 <= y - dy <= n and (x - dx) * (n + 1) + y - dy in first
            for dx, dy in moves
        )

    if reaches(landings(alice), bob):
        print("Alice wins")
        return
    first = landings(bob)
    if n < 15:
        squares = [(x, y) for x in range(1, n + 1) for y in range(1, n + 1)]
    else:
        draw = random.Random(1)
        squares = ((draw.randint(1, n), draw.randint(1, n)) for _ in range(50))
    for square in squares:
        if not reaches(first, square):
            print("tie", *square)
            return
    print("Bob wins")


main()
