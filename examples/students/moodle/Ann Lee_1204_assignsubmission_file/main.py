import sys

from board import reached

numbers = list(map(int, sys.stdin.read().split()))
n, alice, bob = numbers[0], tuple(numbers[1:3]), tuple(numbers[3:5])
moves = list(zip(numbers[5::2], numbers[6::2]))
danger = reached(n, bob, moves)
safe = [(x, y) for x in range(1, n + 1) for y in range(1, n + 1) if (x, y) not in danger]
if bob in reached(n, alice, moves):
    print("Alice wins")
elif safe:
    print("tie", *safe[0])
else:
    print("Bob wins")
