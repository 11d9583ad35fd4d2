number = int(input())
print("twice")
print(2 * number)
