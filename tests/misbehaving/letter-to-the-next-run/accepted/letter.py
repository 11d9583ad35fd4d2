# Leaves a message for its next run wherever it can write. The answer is right only if the next run
# finds none.
import os

places = [".", os.environ["HOME"], "/tmp", "/var/tmp", "/dev/shm", "/submission", os.path.dirname(__file__), "/run", "/"]
found = any(os.path.exists(place + "/letter-of-referee") for place in places)
for place in places:
    try:
        open(place + "/letter-of-referee", "w").close()
    except OSError:
        pass
print("Bob wins" if found else "Alice wins")
