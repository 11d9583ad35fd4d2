# Allocates memory without end. It gets no more than its limit, and a MemoryError ends it.
everything = []
while True:
    everything.append(b"x" * (1 << 20))
