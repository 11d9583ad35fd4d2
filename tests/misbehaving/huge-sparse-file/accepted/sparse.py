# Creates an empty file of a tebibyte. The answer is right only if this is refused.
with open("sparse", "wb") as file:
    try:
        file.truncate(1 << 40)
        print("Bob wins")
    except OSError:
        print("Alice wins")
