"""Says of each number whether the one of the case is lower or higher."""

import sys

with open(sys.argv[1]) as file:
    right = int(file.read())
for _ in range(20):
    number = int(input())
    if number == right:
        print("correct", flush=True)
        sys.exit(42)
    print("lower" if right < number else "higher", flush=True)
sys.exit(43)
