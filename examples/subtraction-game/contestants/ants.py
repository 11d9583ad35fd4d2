"""Right: one heap by marking from cold positions, several by nim-values."""

import sys


def main():
    rule, _, sizes = sys.stdin.read().splitlines()
    heaps = list(map(int, sizes.split()))
    largest = max(heaps)
    if rule == "squares":
        amounts = [root * root for root in range(1, int(largest**0.5) + 2)]
    else:
        amounts = sorted(map(int, rule.split()[1:]))
    amounts = [amount for amount in amounts if amount <= largest]
    values = cold_or_hot(largest, amounts) if len(heaps) == 1 else nim_values(largest, amounts)
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


def cold_or_hot(largest, amounts):
    is_hot = bytearray(largest + 1)
    for position in range(largest + 1):
        if not is_hot[position]:
            for amount in amounts:
                if position + amount > largest:
                    break
                is_hot[position + amount] = 1
    return is_hot


def nim_values(largest, amounts):
    values = []
    for position in range(largest + 1):
        seen = set()
        for amount in amounts:
            if amount > position:
                break
            seen.add(values[position - amount])
        value = 0
        while value in seen:
            value += 1
        values.append(value)
    return values


main()
