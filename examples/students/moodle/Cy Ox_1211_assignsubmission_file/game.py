n = int(input())
x, y = input().split()
print("tie", n // (int(x) - 1), y)
