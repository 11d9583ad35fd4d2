# Fills its working folder. It must be full soon, and empty again for the next run: only then is the answer right.
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
