# Fills its working folder. The answer is right only if it is full soon, and empty again for the
# next run.
import os

was_empty = os.listdir(".") == []
is_full = False
try:
    for number in range(256):
        with open(str(number), "wb") as file:
            file.write(bytes(1 << 16))
except OSError:
    is_full = True
print("Alice wins" if was_empty and is_full else "Bob wins")
