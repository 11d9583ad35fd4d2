# Takes memory without end. It is not given more than its limit, and a MemoryError ends it.
everything = []
while True:
    everything.append(b"x" * (1 << 20))
