# Doubles itself forever. The kernel allows no more processes than the limit, and the time and
# memory of all interpreters count in total; whichever limit is reached, all of them are stopped.
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
