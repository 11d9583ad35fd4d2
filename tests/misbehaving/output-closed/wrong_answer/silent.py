# Closes its output instead of writing to it, and reports success. There is no answer.
import os

os.close(1)
os._exit(0)
