# Rewrites its input, which the next submission will get. The answer is right only if this is
# refused.
is_refused = True
for name in ("/dev/stdin", "/proc/self/fd/0"):
    for mode in ("r+b", "wb"):
        try:
            with open(name, mode, buffering=0) as file:
                file.write(b"2\n")
            is_refused = False
        except OSError:
            pass
print("Alice wins" if is_refused else "Bob wins")
