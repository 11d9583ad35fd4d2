# Right, and slow.
import time

n = int(input())
time.sleep(0.1)
print(n + n)
