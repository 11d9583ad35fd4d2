"""Is given no such memory."""

import os

try:
    os.memfd_create("data")
    print("no")
except OSError:
    print("Alice wins")
