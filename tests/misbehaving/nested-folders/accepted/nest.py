# Makes 3,000 folders in each other, each closed once the next is made.
import os

try:
    for i in range(3000):
        os.mkdir("d")
        os.chdir("d")
        os.chmod(".", 0o300)
except OSError:
    pass
print("Alice wins")
