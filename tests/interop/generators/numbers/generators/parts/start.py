"""The first file of a generator that is put together in generators.yaml."""

import sys

from helper import line

print(line(int(sys.argv[1]), int(sys.argv[2])))
