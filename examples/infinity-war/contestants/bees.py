"""Wrong: forgets that the first of two moves must end on the board, too."""

import random
import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, alice, bob = numbers[0], tuple(numbers[1:3]), tuple(numbers[3:5])
    moves = set(zip(numbers[5::2], numbers[6::2])) | {(0, 0)}

    def reaches(start, target):
        way_x, way_y = target[0] - start[0], target[1] - start[1]
        return any((way_x - dx, way_y - dy) in moves for dx, dy in moves)

    if reaches(alice, bob):
        print("Alice wins")
        return
    squares = [alice]
    if n < 15:
        squares += [(x, y) for x in range(1, n + 1) for y in range(1, n + 1)]
    else:
        draw = random.Random(2)
        squares += [(draw.randint(1, n), draw.randint(1, n)) for _ in range(50)]
    for square in squares:
        if not reaches(bob, square):
            print("TIE", *square)
            return
    print("BOB WINS")


main()
