"""The squares that can be reached with at most two moves."""


def reached(n, start, moves):
    squares = {start}
    for _ in range(2):
        squares |= {
            (x + dx, y + dy)
            for x, y in squares
            for dx, dy in moves
            if 1 <= x + dx <= n and 1 <= y + dy <= n
        }
    return squares
