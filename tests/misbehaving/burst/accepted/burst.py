"""Is refused it."""

try:
    everything = bytearray(9 << 30)
    print("no")
except MemoryError:
    print("Alice wins")
