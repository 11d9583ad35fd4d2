# What the process of the tests may do, and how it ends: the first part of the program that runs the
# tests of a task, after `values.py` and `sharing.py`; then come `remote.py`, `sharing_of_test.py`
# and `tester.py`.
#
# A test may run what a candidate has sent it, as in `eval(f(1))`. That would be in control of the
# verdict, so the process ends before.
import ast
import builtins
import functools
import importlib
import io
import json
import operator
import os
import random
import symtable
import sys
import traceback
import types
import weakref
from _thread import RLock

# Whether the candidate has sent any value.
RECEIVED = [False]
# Whether the tester works on a value of the candidate. The file says so to the judge: if a limit
# stops the tester then, that counts against the candidate.
BLAMED = [False]
AT_FAULT = os.path.join(sys.argv[3], "program-at-fault")
# Why a candidate is not judged.
JUDGE_ERROR = os.path.join(sys.argv[3], "judgeerror.txt")
# The files and folders that the test has written. The candidate is in another sandbox.
WROTE = set()
# The events after which those of both sides may differ in what no message tells.
APART = ("os.chmod", "os.link", "os.symlink", "os.utime", "sqlite3.connect")
# A candidate must not replace `abs` or `math` in a test.
BUILT_IN = {*vars(builtins), *getattr(sys, "stdlib_module_names", ())}


# A test may replace these functions, and `open`.
def over(code, message, open=os.open, write=os.write, end=os._exit):
    """Ends with the verdict 42 or 43, or with the reason why there is none."""
    path = JUDGE_ERROR if code > 43 else None
    text = message[-2000:].encode(errors="replace")
    write(open(path, os.O_CREAT | os.O_WRONLY) if path else 2, text)
    end(code)


def blame(open=os.open, close=os.close):
    """Notes that the tester works on a value of the candidate from now on."""
    if not BLAMED[0]:
        BLAMED[0] = True
        close(open(AT_FAULT, os.O_CREAT | os.O_WRONLY))


# The events before code is executed, an object of any class is made, or a program is started.
RUNS = (
    *("exec", "marshal.loads", "pickle.find_class"),
    *("os.exec", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen"),
)
# The modules that execute only what they have written, besides this one, which executes the test.
LIBRARY = ("__main__", "annotationlib", "collections", "dataclasses", "inspect", "typing", "unittest.mock")
IMPORT = ("importlib._bootstrap", "importlib._bootstrap_external")
# Where modules are that the test has not written.
INSTALLED = ("<frozen ", *(os.path.join(path, "") for path in sys.path if path))


def may_run(event, subject, frame):
    """Returns whether what is run cannot be what the candidate has sent, as in `eval(f(1))`."""
    if frame.f_globals.get("__name__") in LIBRARY:
        return True
    if event == "exec":
        # Code without names calls nothing, unless it contains other code: it computes, as `2 + 2`.
        if not subject.co_names and not any(isinstance(value, type(subject)) for value in subject.co_consts):
            return True
        if frame.f_globals.get("__name__") in IMPORT:
            return subject.co_filename.startswith(INSTALLED)
    while frame and frame.f_globals.get("__name__") != "tests":
        # What modules run while they are imported is their own.
        if frame.f_globals.get("__name__") in IMPORT:
            return True
        frame = frame.f_back
    return False


def watch(event, arguments):
    if RECEIVED[0] and event in RUNS and not may_run(event, arguments[0], sys._getframe(1)):
        over(44, "a test may run what the candidate has sent (%s)" % event)
    if event == "open":
        path, _, flags = arguments
        # This module tries where it can write.
        tries = sys._getframe(1).f_code.co_name == "_get_default_tempdir"
        is_other = isinstance(path, int) or path in (AT_FAULT, os.devnull)
        if flags & (os.O_WRONLY | os.O_RDWR) and not is_other and not tries:
            wrote(path)
    elif event == "os.mkdir":
        wrote(arguments[0])
    elif event in APART and arguments[0] != ":memory:":
        wrote(os.devnull)


def wrote(path):
    try:
        # The test may change the working folder.
        WROTE.add(os.path.abspath(os.fsdecode(path)))
    except FileNotFoundError:
        WROTE.add(os.devnull)
