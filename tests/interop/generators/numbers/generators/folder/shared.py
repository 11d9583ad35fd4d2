def line(n):
    return f"{n}\n" + " ".join(["7"] * n)
