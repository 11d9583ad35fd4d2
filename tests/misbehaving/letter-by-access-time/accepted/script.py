# The same in a script, which is read before it runs: only what lies beside it could tell.
import os
import sys
import time

folder = os.path.dirname(os.path.abspath(sys.argv[0]))
found = os.stat(folder)
was_read = found.st_atime <= time.time() and found.st_atime_ns > found.st_ctime_ns
os.listdir(folder)
print("Bob wins" if was_read else "Alice wins")
