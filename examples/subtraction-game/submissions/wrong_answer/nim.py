"""Wrong: plays Nim, as if any amount could be taken, and then takes the largest allowed amount that is not more."""

import sys


def main():
    rule, _, sizes = sys.stdin.read().splitlines()
    heaps = list(map(int, sizes.split()))
    total = 0
    for heap in heaps:
        total ^= heap
    for number, heap in enumerate(heaps, 1):
        wanted = heap - (heap ^ total)
        if wanted > 0:
            print("hot", number, amount(rule, wanted))
            return
    print("cold")


def amount(rule, wanted):
    if rule == "squares":
        return int(wanted**0.5) ** 2
    amounts = list(map(int, rule.split()[1:]))
    return max([amount for amount in amounts if amount <= wanted], default=min(amounts))


main()
