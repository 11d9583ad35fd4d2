# Doubles itself for ever. The kernel gives it no more processes than its limit, and the time and the memory of all
# interpreters count together; whichever ends it, all of them are stopped.
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
