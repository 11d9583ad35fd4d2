# Closes its own program folder, and one in its working folder, to everybody, so that nobody can
# remove their contents. The answer is right only if the first is refused. Nothing is left of
# either.
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
