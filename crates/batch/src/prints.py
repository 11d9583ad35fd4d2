# Runs a checker that prints a number, `checker INPUT ANSWER OUTPUT`: 1 or more accepts.
#
# Runs as a validator of the ICPC format, `main INPUT ANSWER FEEDBACK/ < OUTPUT`: exits with 42
# or 43.
import os
import subprocess
import sys

given, answer, feedback = sys.argv[1:4]
output = os.path.join(feedback, "output")
with open(output, "wb") as file:
    file.write(sys.stdin.buffer.read())
checker = os.path.join(os.path.dirname(os.path.abspath(__file__)), "checker.py")


def judged(path):
    return subprocess.run([sys.executable, checker, given, answer, path], stdout=subprocess.PIPE)


done = judged(output)
# Such checkers fail on what they cannot read. One that fails on the answer too is wrong itself.
if done.returncode == 1 and judged(answer).returncode == 0:
    sys.exit(43)
if done.returncode != 0:
    sys.exit("it ended with exit code %d" % done.returncode)
words = done.stdout.decode(errors="replace").split()
try:
    score = float(words[-1])
except (IndexError, ValueError):
    sys.exit("it printed no number")
sys.exit(42 if score >= 1 else 43)
