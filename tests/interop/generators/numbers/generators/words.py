"""One number for each argument: its length. Shows how a command is split into words."""

import sys

print(len(sys.argv) - 1)
print(*(len(word) + 1 for word in sys.argv[1:]))
