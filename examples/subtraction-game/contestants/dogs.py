"""Wrong: both take as much as they can, and whoever makes the last of these moves wins; trips over empty heaps."""

import sys


def main():
    rule, _, sizes = sys.stdin.read().splitlines()
    heaps = list(map(int, sizes.split()))
    moves, first = 0, None
    for number, heap in enumerate(heaps, 1):
        taken = game(rule, heap)
        moves += len(taken)
        if first is None:
            first = number, taken[0]
    print("hot %d %d" % first if moves % 2 else "cold")


def game(rule, heap):
    """What is taken from a heap, one move after the other."""
    if rule == "squares":
        if heap == 0:
            return []
        taken = int(heap**0.5) ** 2
    else:
        amounts = [int(amount) for amount in rule.split()[1:] if int(amount) <= heap]
        if not amounts:
            return []
        taken = max(amounts)
    return [taken] + game(rule, heap - taken)


main()
