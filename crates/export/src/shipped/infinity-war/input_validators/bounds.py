"""Holds an input against the grammar and the bounds of the statement."""

import re
import sys

NUMBER = "(0|-?[1-9][0-9]*)"
PAIR = re.compile(f"{NUMBER} {NUMBER}\n")


def require(condition, message):
    if not condition:
        print(message, file=sys.stderr)
        sys.exit(43)


def pair(line, name, least, most):
    match = PAIR.fullmatch(line)
    require(match, f"{name}: two integers, one space between them, were expected")
    x, y = map(int, match.groups())
    require(least <= x <= most and least <= y <= most, f"{name}: {x} {y} is out of bounds")
    return x, y


def main():
    lines = sys.stdin.buffer.read().decode("ascii", "replace").splitlines(keepends=True)
    require(lines and re.fullmatch("[1-9][0-9]{0,5}\n", lines[0]), "n is missing")
    n = int(lines[0])
    require(2 <= n <= 100000, f"n = {n} is out of bounds")
    require(len(lines) == n + 3, f"{n + 3} lines were expected, {len(lines)} are there")
    alice, bob = pair(lines[1], "Alice", 1, n), pair(lines[2], "Bob", 1, n)
    require(alice != bob, "Alice and Bob are on the same square")
    moves = {pair(line, f"move {i}", 1 - n, n - 1) for i, line in enumerate(lines[3:], 1)}
    require(len(moves) == n, "two moves are the same")
    sys.exit(42)


main()
