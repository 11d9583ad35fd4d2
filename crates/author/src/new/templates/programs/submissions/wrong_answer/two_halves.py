# Forgets that half of an odd number is not an integer.

total = int(input())
print(total // 2, total // 2)
