# Closes the folder of its own program, and one in its working folder, to everybody, so that nobody can remove what is
# in them. The first must be refused: only then is the answer right. Nothing is left of either.
import os

os.makedirs("closed/inner")
try:
    os.chmod("closed", 0)
except OSError:
    pass
try:
    os.chmod(os.path.dirname(os.path.abspath(__file__)), 0)
    print("Bob wins")
except OSError:
    print("Alice wins")
