"""Wrong: plays Nim, where any amount may be taken; does not know what to do where that may not be taken."""

import sys


def main():
    rule, _, sizes = sys.stdin.read().splitlines()
    heaps = list(map(int, sizes.split()))
    total = 0
    for heap in heaps:
        total ^= heap
    if not total:
        print("Cold")
        return
    for number, heap in enumerate(heaps, 1):
        if heap ^ total < heap:
            take = amount(rule, heap - (heap ^ total))
            print("hot", number, take)
            return


def amount(rule, wanted):
    if rule == "squares":
        if int(wanted**0.5) ** 2 == wanted:
            return wanted
    elif str(wanted) in rule.split():
        return wanted


main()
