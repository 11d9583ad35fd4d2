# Plants a link to a folder of the host in the place of its working folder's own folders, for whoever cleans up to
# follow; and writes through it. That must be refused: only then is the answer right. What it leads to remains.
import os

os.makedirs("a/b")
os.rmdir("a/b")
os.symlink(os.environ["HOST"], "a/b")
os.symlink("loop", "loop")
try:
    open("a/b/written", "w").close()
    print("Bob wins")
except OSError:
    print("Alice wins")
