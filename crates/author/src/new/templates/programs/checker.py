# Checks an output. Called as `checker INPUT ANSWER FEEDBACK_FOLDER/ < OUTPUT`; exits with 42 if the
# output is right, with 43 if it is not. The reason goes to standard error.

import re
import sys

with open(sys.argv[1]) as file:
    total = int(file.read())
words = sys.stdin.buffer.read().split()
if len(words) != 2 or not all(re.fullmatch(rb"-?[0-9]{1,18}", word) for word in words):
    refusal = "the output is not two whole numbers"
else:
    a, b = map(int, words)
    if a < 1 or b < 1:
        refusal = f"{a} and {b} are not both positive"
    elif a + b != total:
        refusal = f"{a} + {b} is not {total}"
    else:
        sys.exit(42)
print(refusal, file=sys.stderr)
sys.exit(43)
