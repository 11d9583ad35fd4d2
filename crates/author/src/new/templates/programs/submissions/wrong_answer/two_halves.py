# Forgets that half of an odd number is not whole.

total = int(input())
print(total // 2, total // 2)
