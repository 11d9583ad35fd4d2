# Answers without reading anything. The answer is right.
print("Alice wins")
