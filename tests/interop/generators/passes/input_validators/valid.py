import sys

sys.exit(42 if 1 <= int(sys.stdin.read()) <= 1000 else 43)
