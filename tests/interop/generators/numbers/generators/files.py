"""Writes its files itself: the input, the answer and an output."""

import sys

numbers = [int(word) for word in sys.argv[2:]]
with open(f"{sys.argv[1]}.in", "w") as file:
    print(len(numbers), " ".join(map(str, numbers)), sep="\n", file=file)
with open(f"{sys.argv[1]}.ans", "w") as file:
    print(sum(numbers), file=file)
