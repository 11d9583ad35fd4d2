# Never ends on 3.
n = int(input())
while n == 3:
    pass
print(2 * n)
