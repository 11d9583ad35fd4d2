# Assumes that 65536 places suffice.

total = int(input())
places = [0] * 65536
places[total] = 1
print(1, total - 1)
