"""Wrong: the only square it tries for a tie is the one that Alice stands on."""

import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n, alice, bob = numbers[0], tuple(numbers[1:3]), tuple(numbers[3:5])
moves = list(zip(numbers[5::2], numbers[6::2])) + [(0, 0)]


def reach(square):
    first = {(square[0] + dx, square[1] + dy) for dx, dy in moves}
    first = {(x, y) for x, y in first if 1 <= x <= n and 1 <= y <= n}
    return lambda target: any((target[0] - dx, target[1] - dy) in first for dx, dy in moves)


if reach(alice)(bob):
    print("Alice wins")
elif not reach(bob)(alice):
    print("tie", *alice)
else:
    print("Bob wins")
