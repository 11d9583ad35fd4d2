"""A generator of several files in a folder."""

import sys

from shared import line

print(line(int(sys.argv[1])))
