total = int(input())
print(total // 2, total - total // 2)
