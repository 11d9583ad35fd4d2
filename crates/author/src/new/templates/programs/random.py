# Writes a random input. Called as `random LOW HIGH SEED`. The random numbers are SplitMix64: the
# same seed gives the same input on every machine and in every version of Python.

import sys

BITS = 2**64 - 1


class Random:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & BITS
        bits = self.state
        bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & BITS
        bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & BITS
        return bits ^ (bits >> 31)


low, high, seed = map(int, sys.argv[1:])
print(low + Random(seed).next() % (high - low + 1))
