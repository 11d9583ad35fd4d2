# Prints the right answer, and exits with the code by which validators accept. Here it only means
# failure.
print("Alice wins", flush=True)
raise SystemExit(42)
