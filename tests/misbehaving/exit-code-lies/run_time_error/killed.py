# Prints the right answer, and then kills itself with the signal that a judge would send. It failed,
# and reached no limit.
import os, signal

print("Alice wins", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
