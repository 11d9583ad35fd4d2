# Makes a file of a tebibyte that has nothing in it. It must be refused: only then is the answer right.
with open("sparse", "wb") as file:
    try:
        file.truncate(1 << 40)
        print("Bob wins")
    except OSError:
        print("Alice wins")
