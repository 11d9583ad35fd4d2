# Lowers the descriptors, the time and the processors of its parent, and of all other processes it
# can name. Later programs would inherit them. The answer is right only if all of this is refused.
import os
import resource


def succeeds(action, *arguments):
    try:
        action(*arguments)
        return True
    except (OSError, ValueError):
        return False


harmed = False
for other in {os.getppid() or 1, 1}:
    harmed |= succeeds(resource.prlimit, other, resource.RLIMIT_NOFILE, (3, 3))
    harmed |= succeeds(resource.prlimit, other, resource.RLIMIT_CPU, (1, 1))
    harmed |= succeeds(os.setpriority, os.PRIO_PROCESS, other, 19)
    # PyPy lacks these.
    if hasattr(os, "sched_setaffinity"):
        harmed |= succeeds(os.sched_setaffinity, other, {0})
        harmed |= succeeds(os.sched_setscheduler, other, os.SCHED_IDLE, os.sched_param(0))
harmed |= succeeds(os.setpriority, os.PRIO_USER, 0, 19)
print("Bob wins" if harmed else "Alice wins")
