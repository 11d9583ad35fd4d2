"""Holds an input against the grammar and the bounds of the statement."""

import re
import sys

NUMBER = "(0|[1-9][0-9]*)"
AMOUNTS = re.compile(f"squares\n|set( {NUMBER})+\n")
NUMBERS = re.compile(f"{NUMBER}( {NUMBER})*\n")


def require(condition, message):
    if not condition:
        print(message, file=sys.stderr)
        sys.exit(43)


def main():
    lines = sys.stdin.buffer.read().decode("ascii", "replace").splitlines(keepends=True)
    require(len(lines) == 3, f"3 lines were expected, {len(lines)} are there")
    require(AMOUNTS.fullmatch(lines[0]), "what may be taken: squares, or set and integers, was expected")
    require(re.fullmatch(NUMBER + "\n", lines[1]), "p: an integer was expected")
    require(NUMBERS.fullmatch(lines[2]), "heaps: integers, one space between two, were expected")
    amounts = list(map(int, lines[0].split()[1:]))
    require(len(amounts) <= 300, "there are more than 300 amounts")
    require(len(set(amounts)) == len(amounts), "two amounts are the same")
    require(all(1 <= amount <= 10**12 for amount in amounts), "an amount is out of bounds")
    p, heaps = int(lines[1]), list(map(int, lines[2].split()))
    require(1 <= p <= 10000, f"p = {p} is out of bounds")
    require(len(heaps) == p, f"{p} heaps were expected, {len(heaps)} are there")
    most = 1000000 if p == 1 else 100000
    require(all(heap <= most for heap in heaps), "a heap is out of bounds")
    sys.exit(42)


main()
