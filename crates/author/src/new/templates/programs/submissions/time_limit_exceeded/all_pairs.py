# Tries all pairs, and prints the most even one.

total = int(input())
best = (1, total - 1)
for a in range(1, total):
    for b in range(1, total):
        if a + b == total and a * b > best[0] * best[1]:
            best = (a, b)
print(*best)
