# Makes 3,000 nested folders, each closed once the next one is made.
import os

try:
    for i in range(3000):
        os.mkdir("d")
        os.chdir("d")
        os.chmod(".", 0o300)
except OSError:
    pass
print("Alice wins")
