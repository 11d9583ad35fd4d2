import os

with open("/dev/zero", "rb") as zero, open("/dev/null", "wb") as nothing:
    nothing.write(zero.read(10))
print("Alice wins" if len(os.urandom(8)) == 8 else "no")
