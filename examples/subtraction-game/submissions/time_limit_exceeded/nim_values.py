"""Too slow: nim-values even where there is one heap, and as sets."""

import sys


def main():
    rule, _, sizes = sys.stdin.read().splitlines()
    heaps = list(map(int, sizes.split()))
    largest = max(heaps)
    if rule == "squares":
        amounts = [root * root for root in range(1, largest + 1) if root * root <= largest]
    else:
        amounts = sorted(map(int, rule.split()[1:]))
    values = []
    for size in range(largest + 1):
        reached = {values[size - amount] for amount in amounts if amount <= size}
        value = 0
        while value in reached:
            value += 1
        values.append(value)
    total = 0
    for heap in heaps:
        total ^= values[heap]
    if not total:
        print("cold")
        return
    for number, heap in enumerate(heaps, 1):
        for amount in amounts:
            if amount <= heap and values[heap - amount] == values[heap] ^ total:
                print("hot", number, amount)
                return


main()
