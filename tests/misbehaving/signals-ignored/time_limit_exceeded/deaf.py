# Ignores every signal it can, and works on. It is killed by the one that cannot be ignored.
import signal

for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
while True:
    pass
