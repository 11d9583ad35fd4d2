# The right answer, and then it kills itself with the signal that a judge would send. It failed, and no limit was hit.
import os, signal

print("Alice wins", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
