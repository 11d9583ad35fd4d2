# Does nothing after the right answer. The clock ends it.
import time

print("Alice wins", flush=True)
time.sleep(3600)
