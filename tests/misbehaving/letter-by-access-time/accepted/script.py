# The same as a script, which is read before it runs: only the files beside it could carry a
# message.
import os
import sys
import time

folder = os.path.dirname(os.path.abspath(sys.argv[0]))
found = os.stat(folder)
was_read = found.st_atime <= time.time() and found.st_atime_ns > found.st_ctime_ns
os.listdir(folder)
print("Bob wins" if was_read else "Alice wins")
