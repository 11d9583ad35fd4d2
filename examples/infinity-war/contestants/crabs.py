"""Wrong and slow: a typing error after a capture with one move; draws five squares only; tries all pairs of moves."""

import random
import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, alice, bob = numbers[0], tuple(numbers[1:3]), tuple(numbers[3:5])
    moves = list(zip(numbers[5::2], numbers[6::2]))

    def reached(start):
        squares = {start}
        for _ in range(2):
            squares |= {
                (x + dx, y + dy)
                for x, y in squares
                for dx, dy in moves
                if 1 <= x + dx <= n and 1 <= y + dy <= n
            }
        return squares

    if (bob[0] - alice[0], bob[1] - alice[1]) in moves:
        print("Alice win")
    elif bob in reached(alice):
        print("Alice wins")
    else:
        danger = reached(bob)
        draw = random.Random(3)
        squares = [(draw.randint(1, n), draw.randint(1, n)) for _ in range(5)]
        safe = [square for square in squares if square not in danger]
        print("tie %d %d" % safe[0] if safe else "Bob wins")


main()
