total = int(input())
print(1, total - 1)
