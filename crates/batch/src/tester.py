# Runs the tests of a task in a sandbox without the candidate, since they contain the expected
# results. A call of the candidate is sent over a pipe, and its result comes back as a value.
#
# Runs as a validator of the ICPC format: `tester INPUT ANSWER FEEDBACK/`, exits with 42 or 43.
import ast
import builtins
import functools
import importlib
import io
import json
import os
import random
import sys
import traceback
import types

MOST = 1 << 24
NAME = "solution"
# Standard output is the pipe for questions, which a test that prints must not write to.
QUESTIONS = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="surrogatepass")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
ANSWERS = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="surrogatepass")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
# How often the candidate was asked for anything; the first time is the greeting.
ASKED = [0]
# Whether the candidate has sent any value.
RECEIVED = [False]
# Whether the tester works on a value of the candidate. The file says so to the judge: if a limit
# stops the tester then, that counts against the candidate.
BLAMED = [False]
AT_FAULT = os.path.join(sys.argv[3], "program-at-fault")
# Why a candidate is not judged.
JUDGE_ERROR = os.path.join(sys.argv[3], "judgeerror.txt")
# The objects of the candidate, by number.
OBJECTS = {}
# The functions and iterators that the candidate was given, by number; their numbers by `id`; and
# the errors that they have raised.
GIVEN, NUMBERS, ERRORS = [], {}, []
FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, functools.partial)
# Whether the candidate may inspect a function, of which it has only a name.
INSPECTS = [False]
# Whether the test has written a file, which the candidate in another sandbox does not see.
WROTE = [False]
STREAMS = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr")}
# What a test sets in its process and the candidate would see in the same one, by a name with which
# a test sets it; sent when it has changed.
SETTINGS = {
    "argv": lambda: sys.argv[1:],
    "environ": lambda: dict(os.environ),
    "seed": random.getstate,
    "setrecursionlimit": sys.getrecursionlimit,
}
# The names of the candidate's classes.
CLASSES = set()
# The settings that this test may change, as they were sent last.
SENT = {}
# Names with which a test depends on its own process otherwise: on what only a Python function can
# be, on what is replaced in a module, on what is observed there.
PROCESS = {
    *("assertLogs", "assertNoLogs", "assertWarns", "assertWarnsRegex", "asyncio", "catch_warnings", "getcontext"),
    *("getLogger", "issubclass", "localcontext", "mock", "patch", "signal", "tracemalloc", "weakref"),
}
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


# The events before code is executed, an object of any class is made, or another program is started.
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
        WROTE[0] |= bool(flags & (os.O_WRONLY | os.O_RDWR)) and path not in (AT_FAULT, os.devnull)
    elif event in ("sqlite3.connect", "os.mkdir"):
        WROTE[0] |= arguments[0] != ":memory:"


class Lost(BaseException):
    """The candidate ended, or sent an invalid answer."""


def asked(question):
    """Sends a question, calls what the candidate wants to be called meanwhile, and returns its reply."""
    reply = sent(question)
    while "call" in reply:
        observe(reply)
        reply = sent(called(reply))
    return reply


def called(reply):
    """Calls a function of the test, or takes the next item of an iterator."""
    try:
        target = GIVEN[int(reply["call"])]
        arguments = [decoded(value) for value in reply["arguments"]]
        named = {name: decoded(value) for name, value in reply["named"].items()}
    except (LookupError, ValueError, TypeError, AttributeError):
        raise Lost("it calls what it was not given")
    try:
        value = (target if callable(target) else target.__next__)(*arguments, **named)
    except Exception as error:
        ERRORS.append(error)
        message = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
        kinds = [kind.__name__ for kind in type(error).__mro__]
        return {"result": None, "raised": kinds, "message": message, "error": len(ERRORS) - 1, **news()}
    return {"result": encoded(value), **news()}


def given(value):
    """Encodes a function or an iterator by its number; returns None for any other value."""
    kind = type(value)
    is_iterator = kind.__module__ in ("builtins", "itertools") and hasattr(kind, "__next__")
    if INSPECTS[0] or not (is_iterator or isinstance(value, FUNCTIONS)):
        return None
    number = NUMBERS.setdefault(id(value), len(GIVEN))
    if number == len(GIVEN):
        GIVEN.append(value)
    name, doc = (getattr(value, key, "") for key in ("__name__", "__doc__"))
    return {"iterator" if is_iterator else "function": [number, str(name), doc if type(doc) is str else None]}


def sent(question):
    ASKED[0] += 1
    try:
        QUESTIONS.write(json.dumps(question) + "\n")
        QUESTIONS.flush()
    except OSError:
        raise Lost("it ended before it had answered all calls")
    line = ANSWERS.readline(MOST)
    RECEIVED[0] |= ASKED[0] > 1
    blame()
    if not line.endswith("\n"):
        raise Lost("it ended before it had answered all calls" if not line else "an answer is too long")
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        raise Lost("an answer is not JSON")
    if not isinstance(reply, dict):
        raise Lost("an answer is not an object")
    return reply


class Raised(Exception):
    """An exception of the candidate whose type is unknown here."""


def exception(reply):
    message = reply.get("code") if "code" in reply else str(reply.get("message", ""))
    kinds = [library_class(name) for name in reply["raised"]]
    kinds = [kind for kind in kinds if kind and (issubclass(kind, Exception) or kind is SystemExit)]
    kind = [*kinds, Raised][0]
    try:
        error = kind(message)
    except TypeError:
        # Such as `UnicodeDecodeError`, which takes more.
        error = kind.__new__(kind, message)
    error.of_candidate = True
    return error


def library_class(name):
    """Returns a class of the standard library by its full name, if the test may know it."""
    module, _, name = str(name).rpartition(".")
    if module.partition(".")[0] not in BUILT_IN | {"builtins"}:
        return None
    kind = vars(sys.modules.get(module, builtins)).get(name)
    return kind if isinstance(kind, type) and kind.__module__ == module else None


def redirected():
    """Returns the streams that the test has replaced: that of an input with what is left to read."""
    streams = {name: "" for name in STREAMS if getattr(sys, name) is not STREAMS[name]}
    if "stdin" in streams and isinstance(sys.stdin, io.StringIO):
        place = sys.stdin.tell()
        streams["stdin"] = sys.stdin.read()
        sys.stdin.seek(place)
    return {"streams": streams} if streams else {}


def news():
    """Returns what the test has changed since the candidate was asked last."""
    return {**shared_news(), **redirected(), **settings()}


def settings():
    """Returns what the test has set since it was sent last."""
    changed = {}
    for name, sent in SENT.items():
        now = SETTINGS[name]()
        if now != sent:
            SENT[name] = now
            changed[name] = encoded(now)
    return {"settings": changed} if changed else {}


def observe(reply):
    """Takes over what else has changed in the candidate's process."""
    SHARED.take(reply.get("changed", ()))
    for name, text in reply.get("streams", {}).items():
        if name == "stdin":
            # What it has left of the input.
            end = sys.stdin.seek(0, os.SEEK_END)
            sys.stdin.seek(max(0, end - len(text)))
        elif name in STREAMS and getattr(sys, name) is not STREAMS[name] and text:
            getattr(sys, name).write(text)
    if "random" in reply:
        SENT["seed"] = decoded(reply["random"])
        random.setstate(SENT["seed"])


# The special attributes that a test may read, and no function of Python looks for.
SPECIAL = ("annotations", "bases", "code", "defaults", "dict", "mro", "name", "qualname", "wrapped")
SPECIAL = ["__%s__" % name for name in SPECIAL]


class Remote:
    # An object in the candidate's process, of which this one has nothing, not even `__dict__`.
    __slots__ = ("_target", "_kind")
    __doc__ = property(lambda self: decoded(self._ask(get="__doc__")["value"]))

    def __init__(self, target, kind=""):
        object.__setattr__(self, "_target", target)
        object.__setattr__(self, "_kind", kind)

    def _ask(self, **question):
        reply = asked({"target": self._target, **news(), **question})
        observe(reply)
        if "raised" in reply:
            number = reply.get("of_test")
            raise ERRORS[number] if type(number) is int and 0 <= number < len(ERRORS) else exception(reply)
        if "value" not in reply:
            raise Lost("an answer has no value")
        return reply

    def __call__(self, *arguments, **named):
        reply = self._ask(
            arguments=[encoded(value) for value in arguments],
            named={name: encoded(value) for name, value in named.items()},
        )
        result = received(reply)
        for value, now in zip([*arguments, *named.values()], reply.get("arguments", ())):
            if now is not None:
                merged(value, decoded(now))
        return result

    def __getattr__(self, name):
        if name.startswith("__") and name not in SPECIAL:
            raise AttributeError(name)
        return received(self._ask(get=name))

    def __setattr__(self, name, value):
        reply = self._ask(set=name, to=encoded(value))
        if "shared" in reply:
            SHARED.add(reply["shared"], value)

    def __delattr__(self, name):
        self._operate("delattr", name)

    def __iter__(self):
        iterator = decoded(self._ask(iter=1)["value"])
        # From an iterator, a test may read some items now and others later.
        return items_of(iterator, 100 if iterator is self else 1)

    def __next__(self):
        return self._method("__next__")

    def _method(self, name, *arguments):
        try:
            method = decoded(self._ask(get=name)["value"])
        except AttributeError as error:
            # As in Python: `list` tries `__len__`, and goes on if there is none.
            raise exception({"raised": ["builtins.TypeError"], "message": str(error)})
        return method(*arguments)

    def _operate(self, name, *operands):
        """Applies an operator or a built-in function in the candidate's process."""
        return decoded(self._ask(operate=name, operands=[encoded(value) for value in operands])["value"])

    def _defines(self, *names):
        """Returns whether its class defines one of these methods."""
        return self._ask(defines=names)["value"]

    # The candidate's own `__eq__` is never called: it could claim to equal every expected value.
    def __eq__(self, other):
        is_remote = isinstance(other, Remote)
        if is_remote and self._target == other._target:
            return True
        kind = other._kind if is_remote else type(other).__name__
        if kind == self._kind and not is_plain(other) and self._defines("__eq__"):
            raise NoValue("a test compares objects of type %s, which only the candidate can compare" % kind)
        return False

    # Sets and dictionaries compare their items.
    def __hash__(self):
        if self._defines("__eq__"):
            raise NoValue("a test hashes objects of type %s, which only the candidate can compare" % self._kind)
        return hash(json.dumps(self._target))

    def __len__(self):
        return self._method("__len__")

    def __bool__(self):
        for name in ("__bool__", "__len__"):
            try:
                method = decoded(self._ask(get=name)["value"])
            except AttributeError:
                continue
            value = method()
            return type(value) in (bool, int) and value != 0
        return True

    def __getitem__(self, key):
        return self._method("__getitem__", key)

    def __setitem__(self, key, value):
        self._method("__setitem__", key, value)

    def __delitem__(self, key):
        self._method("__delitem__", key)

    # As by `in` without this method, unless only the candidate could tell.
    def __contains__(self, item):
        if self._defines("__contains__") and not self._defines("__iter__", "__getitem__"):
            raise NoValue("a test asks for what is in a %s, which only the candidate can tell" % self._kind)
        return any(each is item or each == item for each in self)

    def __instancecheck__(self, value):
        return self._method("__instancecheck__", value) is True

    def __str__(self):
        return text_of(self._method("__str__"))

    def __repr__(self):
        return text_of(self._method("__repr__"))

    def __format__(self, form):
        return text_of(self._method("__format__", form))

    def __enter__(self):
        return self._method("__enter__")

    # The candidate must not catch that a test fails.
    def __exit__(self, kind, error, trace):
        if of_candidate(error):
            raise NoValue("a test raises an error in a block of %s, which the candidate may catch" % self._kind)
        if error is None:
            self._method("__exit__", None, None, None)

    def __deepcopy__(self, _):
        return self._operate("deepcopy")

    def __mro_entries__(self, _):
        raise NoValue("a test derives a class from %s, which only the candidate has" % self._kind)


def text_of(value):
    return value if type(value) is str else ""


def unary(name):
    return lambda self, *operands: self._operate(name, *operands)


def binary(name, *names):
    """An operator whose operands both have to be the candidate's: a value of the test may be the
    expected one, as in `f(2) - 4`, which it must not learn."""

    def operator(self, other):
        if isinstance(other, Remote) and name not in ORDERS:
            return self._operate(name, other)
        if self._defines(*names):
            raise NoValue("a test needs %s of type %s, which only the candidate knows" % (names[0], self._kind))
        return NotImplemented

    return operator


# Their result is true or false, and who claims one of them without knowing is often right.
ORDERS = ("lt", "le", "gt", "ge")
for name in ("abs", "neg", "pos", "invert", "round", "int", "float", "complex", "index", "reversed", "copy"):
    setattr(Remote, "__%s__" % name, unary(name))
for name in ORDERS:
    setattr(Remote, "__%s__" % name, binary(name, "__%s__" % name))
for name in "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or".split():
    plain, reflected, in_place = ("__%s%s__" % (prefix, name) for prefix in ("", "r", "i"))
    setattr(Remote, plain, binary(name, plain))
    setattr(Remote, reflected, binary(name, reflected))
    if name != "divmod":
        setattr(Remote, in_place, binary("i" + name, in_place, plain))


def items_of(iterator, single):
    """Yields items: the first ones one by one, then in growing blocks, as there may be no end."""
    done = 0
    while True:
        count = 1 if done < single else min(done, 1 << 16)
        items = decoded(iterator._ask(iterate=count)["value"])
        yield from items
        if len(items) < count:
            return
        done += count


class NoValue(BaseException):
    """A test passes the candidate something that cannot be encoded, or compares such values."""


def is_plain(value):
    """Returns whether the driver would send a value of this type, not an object."""
    is_made = made_encoded(value, lambda arguments: arguments) is not None
    return is_made or isinstance(value, (type(None), str, dict, *PLAIN))


def encoded(value):
    kind = type(value)
    if kind is Remote:
        return value._target
    if value is None or kind in (bool, str):
        return value
    if kind in PLAIN:
        return plain_encoded(value, encoded)
    if isinstance(value, dict):
        return dict_encoded(value, encoded)
    if isinstance(value, tuple):
        return tuple_encoded(value, encoded)
    if isinstance(value, list):
        return {"list": [encoded(item) for item in value]}
    made = made_encoded(value, encoded)
    if made:
        return made
    # A function such as `len`. One of the candidate's could do anything in a test.
    name = getattr(value, "__name__", None)
    if isinstance(name, str) and vars(builtins).get(name) is value:
        return {"builtin": name}
    function = given(value)
    if function:
        return function
    raise NoValue("a test passes a value of type %s, which cannot be sent to the candidate" % kind.__name__)


def decoded(value):
    if not isinstance(value, dict):
        return value
    try:
        (kind, content), *_ = value.items()
        if kind == "object":
            number = int(content)
            kind = str(value.get("type", "object"))
            # The same object each time, for `is`.
            return OBJECTS.setdefault(number, Remote({"object": number}, kind))
        if kind in ("function", "iterator"):
            return GIVEN[int(content[0])]
        return plain_decoded(kind, content, decoded)
    except (ArithmeticError, LookupError, ValueError, TypeError, RecursionError):
        raise Lost("an answer is not a valid value")


SHARED = Shared(encoded, decoded)
# What `getrefcount` returns for a value to which only one list refers.
ALONE = [[]]
UNUSED = sys.getrefcount(ALONE[0])


def received(reply):
    """Returns the value of a reply; one that the candidate may change in place is the same each time."""
    value, number = decoded(reply["value"]), reply.get("shared")
    if number is None or not isinstance(value, Shared.KINDS):
        return value
    known = SHARED.all.get(number)
    value = merged(known[0], value) if known else value
    SHARED.add(number, value)
    return value


def shared_news():
    """Returns what the test has changed, and what it can no longer change or see."""
    if not SHARED.all:
        return {}
    changed = SHARED.changed()
    dropped = [number for number, entry in SHARED.all.items() if sys.getrefcount(entry[0]) <= UNUSED]
    # Each message compares all that are shared: only so many, the latest.
    dropped += list(SHARED.all)[:-64]
    for number in dropped:
        SHARED.all.pop(number, None)
    return {"changed": changed, "dropped": dropped}


MODULE = Remote({"module": NAME})


class Module(type(sys)):
    """The candidate's module: what a test reads and sets there is in the candidate's process."""

    def __getattr__(self, name):
        return getattr(MODULE, name)

    def __setattr__(self, name, value):
        setattr(MODULE, name, value)
        if name in vars(self):
            vars(self)[name] = value

    def __delattr__(self, name):
        delattr(MODULE, name)
        vars(self).pop(name, None)


class Names(dict):
    """The global names of a test, of which the candidate may change its constants with each call."""

    def __init__(self):
        dict.__init__(self, __name__="tests")
        # When each was read last. What is too large to be sent often is what it was at first.
        self.constants, self.large = {}, set()

    def __getitem__(self, name):
        if name in self.constants and self.constants[name] != ASKED[0]:
            if name in self.large:
                ASKED[0] += 1
                blame()
            else:
                dict.__setitem__(self, name, getattr(MODULE, name))
            self.constants[name] = ASKED[0]
        return dict.__getitem__(self, name)

    def __setitem__(self, name, value):
        self.constants.pop(name, None)
        dict.__setitem__(self, name, value)


def name_of(node):
    return getattr(node, "id", getattr(node, "attr", None))


def names_in(nodes):
    """Returns the names that a test mentions, of variables, attributes and modules."""
    names = {name_of(node) for node in nodes}
    for node in nodes:
        if isinstance(node, ast.alias):
            names.update(node.name.split("."))
    return names


def needs_process(code, classes):
    """Returns a name with which a test depends on sharing a process with the candidate, if any."""
    nodes = list(ast.walk(ast.parse(code)))
    names = names_in(nodes)
    patched = [node.args[:1] for node in nodes if isinstance(node, ast.Call) and name_of(node.func) == "patch"]
    targets = [argument.value for arguments in patched for argument in arguments if isinstance(argument, ast.Constant)]
    if len(targets) == sum(name_of(node) == "patch" for node in nodes) and not names & {"Mock", "MagicMock"}:
        # Streams may be replaced.
        if all(target in ["sys." + name for name in STREAMS] for target in targets):
            names -= {"mock", "patch"}
    # A class of the candidate is an object of another type here.
    types = {"type", "__class__"} if names & classes else set()
    return min(names & (PROCESS | types), default=None)


def tested(nodes):
    """Yields the functions whose results are compared, as in `assert sum(10, 15) == 6`."""
    for node in nodes:
        if isinstance(node, ast.Assert):
            value = node.test.left if isinstance(node.test, ast.Compare) else node.test
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
                yield value.func.id


def namespace(task):
    """Returns the global names of a test: those of the prompt, modules, and the candidate's."""
    names = Names()
    # A prompt in Python ends within a function: with its head, or with the text that describes it.
    last = task["prompt"].rstrip().rpartition("\n")[2]
    for indent in ("    ", last[: len(last) - len(last.lstrip())] or "    "):
        try:
            code = compile(task["prompt"] + "\n" + indent + "pass\n", "prompt", "exec")
        except SyntaxError:
            continue
        exec(code, names)
        break
    nodes = list(ast.walk(ast.parse(task["code"])))
    if any(name_of(node) == "inspect" or getattr(node, "module", None) == "inspect" for node in nodes):
        # Every function of the candidate would look the same.
        raise NoValue("a test uses inspect, which does not reach the candidate")
    SENT.update((name, SETTINGS[name]()) for name in names_in(nodes) & set(SETTINGS))
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    called = {function.id for function in calls if isinstance(function, ast.Name)}
    # The solution of the task may be named like a built-in function.
    own = set(tested(nodes)) & set(task["defined"])
    for node in nodes:
        # In a test, `math` is the module, even if the candidate defines another `math`. No module
        # can be called.
        is_module = isinstance(node, ast.Name) and node.id not in called
        if is_module and node.id in getattr(sys, "stdlib_module_names", ()):
            try:
                names.setdefault(node.id, importlib.import_module(node.id))
            except ImportError:
                # A module of another platform, such as `nt`: here it is a variable.
                pass
    try:
        hello = asked(None)
        module = Module(NAME)
        others = [(name, decoded(value)) for name, value in hello["constants"].items()]
        RECEIVED[0] = bool(others)
        others += [(name, Remote({"name": name}, name)) for name in hello["names"]]
        INSPECTS[0] = bool(hello["inspects"])
        CLASSES.update(name for name, is_class in hello["names"].items() if is_class)
        for name, value in others:
            if name.startswith("__"):
                # The driver sends no such name. `__builtins__` would replace what a test calls.
                raise Lost("its first answer is invalid")
            encoding = hello["constants"].get(name)
            is_large = len(json.dumps(encoding)) > 1 << 16
            if isinstance(value, Remote) or is_large:
                vars(module)[name] = value
            is_free = name in own or not hasattr(builtins, name)
            if is_free and not task["entry_point"] and name not in names:
                names[name] = value
                if not isinstance(value, Remote):
                    names.constants[name] = 0
                    names.large.update([name] if is_large else [])
        # What `from solution import *` gives to a test.
        vars(module)["__all__"] = [name for name, _ in others if name not in names and name not in BUILT_IN]
    except (KeyError, AttributeError, TypeError, ValueError):
        raise Lost("its first answer is invalid")
    sys.modules[NAME] = module
    return names


def run(task):
    names = namespace(task)
    # `Solution().method` names a class, which replaces the empty one of the prompt.
    entry = task["entry_point"].split("(")[0].split(".")[0]
    if entry:
        names[entry] = Remote({"name": entry}, entry)
    # The test has not used any constant of the greeting yet.
    os.remove(AT_FAULT)
    BLAMED[0] = False
    before = dict(names)
    if hasattr(sys, "addaudithook"):
        sys.addaudithook(watch)
    exec(compile(task["code"], "test", "exec"), names)
    # The call that is added to a test in the shape of HumanEval.
    calls_check = entry and task["code"].endswith("\n\ncheck(%s)\n" % task["entry_point"])
    if not calls_check:
        # Not by their names: the candidate may define functions of the same names.
        new = [(name, value) for name, value in names.items() if value is not before.get(name)]
        for name, value in new:
            run_test(name, value)
    if ASKED[0] < 2:
        over(45, "the test calls nothing of the candidate")


def run_test(name, value):
    """Runs what a test has defined, if it is a test function or a class of such functions."""
    unittest = sys.modules.get("unittest")
    if isinstance(value, Remote):
        return
    if isinstance(value, type):
        # The module of the classes that the test only imports is another one.
        if value.__module__ != "tests":
            return
        if unittest and issubclass(value, unittest.TestCase):
            try:
                unittest.defaultTestLoader.loadTestsFromTestCase(value).debug()
            except unittest.SkipTest as error:
                if of_candidate(error):
                    raise
                over(45, "a test is skipped: %s" % error)
        elif name.startswith("Test") and any(method.startswith("test") for method in vars(value)):
            over(45, "only classes of unittest are run, unlike %s" % name)
    elif name.startswith("test") and callable(value):
        try:
            result = value()
        except TypeError as error:
            if error.__traceback__.tb_next is None and not of_candidate(error):
                over(45, "a test function cannot be called without arguments: %s" % error)
            raise
        if hasattr(type(result), "send"):
            over(45, "%s is a coroutine or a generator, which is not run" % name)


def of_candidate(error):
    return getattr(error, "of_candidate", False)


def failed_line(task, error):
    """Returns the statement of the test that failed, and the message of the error."""
    lines = task["code"].splitlines()
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "test"]
    number = frames[-1].lineno if frames else 0
    line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    try:
        message = str(error)
    except (Exception, Lost, NoValue):
        # It contains an object of the candidate, which has ended.
        message = ""
    told = "%s: %s" % (type(error).__name__, message) if message else type(error).__name__
    return "%s; %s" % (line[:500], told[:500])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        task = json.load(file)
    try:
        run(task)
    except Lost as lost:
        over(43, str(lost))
    except NoValue as error:
        over(44, str(error))
    except (ImportError, SyntaxError, MemoryError) as error:
        # What a test cannot import from the candidate is missing there.
        is_missing = getattr(error, "name", None) == NAME
        # As by `eval(f(1))` or `"a" * f(1)`: the test itself could be read.
        is_of_value = BLAMED[0] and not isinstance(error, ImportError)
        is_failure = of_candidate(error) or is_missing or is_of_value
        over(43 if is_failure else 45, failed_line(task, error))
    except (Exception, SystemExit) as error:
        if isinstance(error, SystemExit) and not of_candidate(error):
            over(45, "the test itself exits")
        # A class of the candidate is an object here, so that neither `except` nor unittest nor
        # pytest can tell whether it is that of an exception.
        needs_class = "BaseException" in str(error) or "exception type" in str(error)
        if type(error) is TypeError and needs_class and not of_candidate(error):
            over(44, failed_line(task, error))
        if WROTE[0] or isinstance(error, FileNotFoundError) and not of_candidate(error):
            over(44, "a test shares files with the candidate: %s" % failed_line(task, error))
        needed = needs_process(task["code"], CLASSES)
        if needed:
            over(44, "a test uses %s, which does not reach the candidate: %s" % (needed, failed_line(task, error)))
        if of_candidate(error):
            try:
                asked({"end": 1})
            except Lost:
                pass
        over(43, failed_line(task, error))
    over(42, "")


main()
