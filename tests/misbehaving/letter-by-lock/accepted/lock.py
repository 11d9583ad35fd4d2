# Locks the interpreter itself, which every other program in Python opens too. A second open file
# stands for another program: the answer is right only if that sees no lock.
import fcntl
import sys

seen = False
with open(sys.executable) as mine, open(sys.executable) as its:
    for file in (mine, its):
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            seen = True
print("Bob wins" if seen else "Alice wins")
