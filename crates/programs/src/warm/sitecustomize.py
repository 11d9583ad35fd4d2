# Python imports this before it runs a program. The program waits here, and each fork of it
# continues as if nothing had been imported. The protocol is that of
# crates/sandbox/src/linux/warm.rs. The text of `code.py` comes before this one.
import os
import sys

# System calls and flags that Python has no names for.
CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}
CLONE_PARENT, CLONE_CHILD_CLEARTID, CLONE_CHILD_SETTID, SIGCHLD = 0x8000, 0x200000, 0x1000000, 17
LANDLOCK_RESTRICT_SELF = 446
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_GET_TID_ADDRESS, SIGKILL = 1, 4, 40, 9
# The size of a packet, and the maximum number of attached descriptors.
PACKET, DESCRIPTORS = 1 << 17, 4


def fail(*_):
    """Ends this process, so that the program is started in the usual way."""
    os._exit(1)


class Program:
    """The state that the program will see."""

    def __init__(self):
        here = os.path.dirname(__file__)
        sys.path.remove(here)
        sys.path_importer_cache.pop(here, None)
        del os.environ["PYTHONPATH"]
        self.requests, self.answers = map(int, os.environ.pop("REFEREE_START").split())
        # This module may hide another one with the same name.
        del sys.modules["sitecustomize"]
        try:
            import sitecustomize
        except ImportError as error:
            if error.name != "sitecustomize":
                fail()
        for name in os.environ.pop("REFEREE_IMPORTS", "").split():
            __import__(name)
        self.modules = set(sys.modules)
        if sys.implementation.name != "cpython" or sys.version_info < (3, 7):
            fail()
        compiled = sys.argv[0]
        self.path = compiled[: -len(".pyc")]
        if not os.environ.pop("REFEREE_ANY_PROGRAM", None):
            self.check(compiled)

    def check(self, compiled):
        """Compiles the program as a start would, in the same time, and checks the compiled file."""
        import marshal

        with open(self.path, "rb") as file:
            code = code_of(file.read(), self.path)
        with open(compiled, "rb") as file:
            found = marshal.loads(file.read()[16:])
        if found != code or found.co_filename != self.path:
            fail()

    def open(self, given):
        """Opens the standard streams as a start would."""
        for number, descriptor in enumerate(given):
            os.dup2(descriptor, number)
        for name, number, mode in ("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w"):
            made = stream(getattr(sys, name), number, mode)
            setattr(sys, name, made)
            setattr(sys, "__%s__" % name, made)

    def take(self, working, arguments):
        """Becomes a process in which the program has just been started."""
        os.setsid()
        os.chdir(working)
        sys.argv[:] = [self.path] + [os.fsdecode(argument) for argument in arguments]
        if hasattr(sys, "orig_argv"):
            sys.orig_argv[1:] = sys.argv
        # A new module, which is not frozen, so that its contents are finalized at the end. Python
        # keeps a `__file__` that is set.
        frozen = sys.modules["__main__"]
        made = sys.modules["__main__"] = type(sys)("__main__")
        made.__dict__.update(frozen.__dict__)
        made.__dict__.update(__file__=self.path, __cached__=None)
        # Some installations import `threading` at each start.
        threads = sys.modules.get("threading")
        if hasattr(threads, "get_native_id"):
            threads.main_thread()._set_native_id()

    def end(self, library, gc, threads):
        """Finalizes and exits, if nobody can tell the difference from Python's own exit.

        Python's finalization writes to, and so copies, nearly all memory that was shared until
        then. This finalizes only what belongs to the program. If anything fails, Python finalizes
        as usual, and reports it.
        """
        try:
            code = exit_code(vars(sys.modules["__main__"]))
            if code is None or threads() or not self.are_modules_of_python():
                return
            flush()
            # This also determines the order of finalization in the next collection.
            if gc.isenabled():
                gc.collect()
            for name in "stdin", "stdout", "stderr":
                setattr(sys, name, getattr(sys, "__%s__" % name))
            del sys.modules["__main__"]
            gc.collect()
            if any(hasattr(type(left), "__del__") for left in gc.get_objects()):
                # A standard module holds an object that has to be finalized.
                return
            flush()
        except BaseException:
            return
        library.exit(code)

    def are_modules_of_python(self):
        """Returns whether all imports come with Python, and need no cleanup at the end."""
        folder = os.path.dirname(self.path) + "/"
        added = 0
        # Reading a name changes its reference count, which copies its memory page: begin with the new
        # names, which come last.
        for name in reversed(sys.modules):
            if name in self.modules:
                break
            file = getattr(sys.modules[name], "__file__", None) or ""
            root = name.partition(".")[0]
            # `multiprocessing` ends its processes at exit.
            is_of_python = root in sys.stdlib_module_names and not file.startswith(folder)
            if not is_of_python or root == "multiprocessing":
                return False
            added += 1
        return len(sys.modules) == len(self.modules) + added


def exit_code(names):
    """Returns the exit code of a program with these names, if it has kept how it ended."""
    ended = names.get(ENDED, ())
    kind, code = (SystemExit, None) if ended is None else ended or (None, None)
    if code is None:
        code = 0
    is_plain = kind is SystemExit and type(code) is int and 0 <= code < 256
    return code if is_plain else None


def flush():
    """Writes buffered output."""
    for file in sys.stdout, sys.stderr:
        if file is not None and not file.closed:
            file.flush()


def stream(old, descriptor, mode):
    """Returns a standard stream as Python makes it: its mode depends on what is open there."""
    from io import TextIOWrapper, open

    binary = open(descriptor, mode + "b", closefd=False)
    binary.raw.name = old.name
    by_line = descriptor == 2 and sys.version_info >= (3, 9) or binary.raw.isatty()
    made = TextIOWrapper(binary, old.encoding, old.errors, "\n", by_line, old.write_through)
    made.mode = mode
    return made


class Kernel:
    """The C library's functions for this process."""

    def __init__(self):
        import ctypes

        self.library = ctypes.PyDLL(None)
        self.number = CLONE[os.uname().machine]
        self.long = ctypes.c_long
        self.library.syscall.restype = self.long
        # Where the C library keeps the thread ID, which a fork changes.
        self.address = ctypes.c_void_p()
        self.control(PR_GET_TID_ADDRESS, ctypes.byref(self.address))
        if ctypes.c_int.from_address(self.address.value).value != os.getpid():
            fail()

    def control(self, *arguments):
        if self.library.prctl(*arguments, *[0] * (5 - len(arguments))):
            fail()

    def fork(self):
        """Forks as `os.fork` does, except that the child's parent is that of this process."""
        flags = CLONE_PARENT | CLONE_CHILD_CLEARTID | CLONE_CHILD_SETTID | SIGCHLD
        flags, zero = self.long(flags), self.long(0)
        self.library.PyOS_BeforeFork()
        # Architectures differ in which of the last two is the address.
        pid = self.library.syscall(
            self.long(self.number), flags, zero, zero, self.address, self.address
        )
        if pid == 0:
            self.library.PyOS_AfterFork_Child()
        else:
            self.library.PyOS_AfterFork_Parent()
        return pid

    def obey(self, rules):
        if self.library.syscall(self.long(LANDLOCK_RESTRICT_SELF), self.long(rules), self.long(0)):
            fail()


def wait(program):
    """Waits for runs, and returns in a new process for each."""
    os.write(program.requests, b"started")
    if not os.read(program.requests, 16):
        fail()
    import _signal
    import _socket
    import _thread
    import atexit
    import gc

    kernel = Kernel()
    for name in set(sys.modules) - program.modules:
        del sys.modules[name]
    # The function that is registered first is called last.
    if sys.version_info >= (3, 10):
        atexit.register(program.end, kernel.library, gc, _thread._count)
    # The existing objects are needed until the end, and a collection that traverses them after each
    # run would copy all of their memory.
    gc.freeze()
    kernel.control(PR_SET_DUMPABLE, 0)
    os.chdir("/")
    signals = getattr(_signal, "valid_signals", lambda: range(1, _signal.NSIG))()
    unblocked = _signal.pthread_sigmask(_signal.SIG_BLOCK, signals)
    requests = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET, 0, program.requests)
    requests.send(b"ready")
    while True:
        text, attached, _, _ = requests.recvmsg(PACKET, _socket.CMSG_SPACE(4 * DESCRIPTORS))
        if not text:
            fail()
        numbers = b"".join(content for _, _, content in attached)
        given = [
            int.from_bytes(numbers[at : at + 4], sys.byteorder) for at in range(0, len(numbers), 4)
        ]
        pid = kernel.fork()
        if pid == 0:
            break
        for descriptor in given:
            os.close(descriptor)
        requests.send(b"forked" if pid > 0 else b"failed")
    requests.detach()
    for rules in given[3:]:
        kernel.obey(rules)
    kernel.control(PR_SET_PDEATHSIG, SIGKILL)
    kernel.control(PR_SET_DUMPABLE, 1)
    working, *arguments = text.split(b"\0")
    program.open(given[:3])
    # Objects created from here on belong to the program.
    gc.freeze()
    program.take(working, arguments)
    _signal.pthread_sigmask(_signal.SIG_SETMASK, unblocked)
    os.write(program.answers, b"set")
    if not os.read(program.answers, 16):
        fail()
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))


try:
    wait(Program())
except BaseException:
    fail()
if "sitecustomize" not in sys.modules:
    # As if there were no such module.
    raise ImportError("No module named 'sitecustomize'", name="sitecustomize")
