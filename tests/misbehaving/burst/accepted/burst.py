"""Is refused it."""

try:
    everything = bytearray(800 << 20)
    print("no")
except MemoryError:
    print("Alice wins")
