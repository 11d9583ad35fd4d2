"""A count of at most --most, and as many numbers."""

import sys

most = int(sys.argv[sys.argv.index("--most") + 1]) if "--most" in sys.argv else 10**6
lines = sys.stdin.read().split("\n")
if len(lines) != 3 or lines[2] or not lines[0].isdigit():
    sys.exit(43)
numbers = [int(word) for word in lines[1].split()]
if len(numbers) != int(lines[0]) or not 1 <= len(numbers) <= most:
    sys.exit(43)
sys.exit(42 if all(1 <= number <= {{max_n}} for number in numbers) else 43)
