# Checks that an input is as the statement promises: a number from 2 to 10^9 and a line end, to the
# byte. Exits with 42 if it is, with 43 if it is not.

import re
import sys

text = sys.stdin.buffer.read()
if not re.fullmatch(rb"[1-9][0-9]{0,9}\n", text):
    print("the input is not one number and a line end", file=sys.stderr)
    sys.exit(43)
if not 2 <= int(text) <= 1_000_000_000:
    print(f"{int(text)} is outside 2..1000000000", file=sys.stderr)
    sys.exit(43)
sys.exit(42)
