# Right, and the others in this folder want to know how.
print("Alice wins")
