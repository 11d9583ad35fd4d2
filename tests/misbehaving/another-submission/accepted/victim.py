# A right program whose source the others in this folder try to read.
print("Alice wins")
