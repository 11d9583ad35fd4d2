with open("/dev/stdin") as given, open("/dev/stdout", "w") as said, open("/dev/stderr", "w") as told:
    told.write(given.readline())
    said.write("Alice wins\n")
