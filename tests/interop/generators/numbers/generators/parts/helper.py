def line(n, seed):
    return f"{n}\n" + " ".join(str((seed + i) % 97 + 1) for i in range(n))
