n = int(input())
total = 0
for number in map(int, input().split()):
    total += number
print(total)
