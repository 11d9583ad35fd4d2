# Replaces folders in its working folder by links to a folder of the host, for the cleanup to
# follow; and writes through them. The answer is right only if this is refused. The target of the
# links remains.
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
