"""Holds an input against the grammar and the bounds of the statement."""

import re
import sys

PAIR = re.compile("(0|[1-9][0-9]*) (0|[1-9][0-9]*)\n")


def require(condition, message):
    if not condition:
        print(message, file=sys.stderr)
        sys.exit(43)


def pair(line, name):
    match = PAIR.fullmatch(line)
    require(match, f"{name}: two integers, one space between them, were expected")
    return tuple(map(int, match.groups()))


def main():
    lines = sys.stdin.buffer.read().decode("ascii", "replace").splitlines(keepends=True)
    require(lines, "the input is empty")
    n, m = pair(lines[0], "n and m")
    require(2 <= n <= 6000, f"n = {n} is out of bounds")
    require(0 <= m <= 10000, f"m = {m} is out of bounds")
    require(len(lines) == m + 1, f"{m + 1} lines were expected, {len(lines)} are there")
    arrows = {pair(line, f"arrow {i}") for i, line in enumerate(lines[1:], 1)}
    require(len(arrows) == m, "two arrows are the same")
    for a, b in arrows:
        require(1 <= a <= n and 1 <= b <= n, f"arrow {a} {b} is out of bounds")
    sys.exit(42)


main()
