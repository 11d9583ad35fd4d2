"""Fails unless its seed is a multiple of three."""

import sys

seed = int(sys.argv[1])
if seed % 3:
    sys.exit("no luck")
print(1)
print(seed % 1000 + 1)
