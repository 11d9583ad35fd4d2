"""Wrong: takes a position for hot if any of its heaps is, and makes that one cold; tries all amounts."""

import sys


def main():
    rule, _, sizes = sys.stdin.read().splitlines()
    heaps = list(map(int, sizes.split()))
    largest = max(heaps)
    if rule == "squares":
        amounts = [root * root for root in range(1, largest + 1) if root * root <= largest]
    else:
        amounts = list(map(int, rule.split()[1:]))
    # An amount that leaves a cold position; 0 if there is none.
    wins_with = [0] * (largest + 1)
    for position in range(largest + 1):
        for amount in amounts:
            if amount <= position and not wins_with[position - amount]:
                wins_with[position] = amount
    for number, heap in enumerate(heaps, 1):
        if wins_with[heap]:
            print("hot", number, wins_with[heap])
            return
    print("cold")


main()
