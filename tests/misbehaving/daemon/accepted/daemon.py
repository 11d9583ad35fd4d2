# Leaves a daemon behind in a session of its own. The answer is right, and the daemon does not survive.
import subprocess, sys

nothing = subprocess.DEVNULL
sleep = [sys.executable, "-c", "import time; time.sleep(3600)"]
subprocess.Popen(sleep, start_new_session=True, stdin=nothing, stdout=nothing, stderr=nothing)
print("Alice wins")
