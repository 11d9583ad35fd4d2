# Kills a process of the host, and any programs of other submissions it finds. The answer is right
# only if this is refused.
import os, signal


def is_of_another_submission(process):
    try:
        return process != os.getpid() and b"MARK=" in open(f"/proc/{process}/environ", "rb").read()
    except OSError:
        return False


killed = False
for process in [int(os.environ["VICTIM"]), *filter(is_of_another_submission, range(2, 40000))]:
    try:
        os.kill(process, signal.SIGKILL)
        killed = True
    except OSError:
        pass
print("Bob wins" if killed else "Alice wins")
