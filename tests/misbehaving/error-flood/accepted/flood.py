# Writes far more to its standard error than is kept. The rest is dropped, and the answer is right.
import sys

for _ in range(64):
    sys.stderr.write("x" * (1 << 20))
print("Alice wins")
