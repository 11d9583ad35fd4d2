# Fails on 2, with a traceback.
n = int(input())
if n == 2:
    raise ValueError(n)
print(2 * n)
