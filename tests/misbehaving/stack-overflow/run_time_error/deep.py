# Calls itself without end. The interpreter's own limit ends it, or its stack overflows.
def deep(level):
    return deep(level + 1) + 1


print("Alice wins", flush=True)
deep(0)
