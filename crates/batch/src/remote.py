# The candidate's objects, in the process of the tests: what a test asks of them is sent over a pipe
# to `driver.py`, and the result comes back as a value.

MOST = 1 << 24
NAME = "solution"
# Standard output is the pipe for questions, which a test that prints must not write to.
QUESTIONS = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="surrogatepass")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
ANSWERS = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="surrogatepass")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)
# Why a failure may not be the candidate's: a test has not found something in an object whose own
# method may have found it, or the candidate does not have what the test has put into a container.
DOUBTS = set()
# How often the candidate was asked for anything; the first time is the greeting.
ASKED = [0]
TURN = RLock()
# The candidate's classes: their names and shapes.
CLASSES = {}
# The objects of the candidate, by number, and those of their values that never change.
OBJECTS, VALUES = {}, {}
# The functions and iterators that the candidate was given, by number; their numbers by `id`; and
# the errors that they have raised.
GIVEN, NUMBERS, ERRORS = [], {}, []
FUNCTIONS = (types.FunctionType, types.MethodType, types.BuiltinFunctionType, functools.partial)
# Whether the candidate may inspect a function, of which it has only a name.
INSPECTS = [False]
STREAMS = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr")}
# Whether a test names `StopIteration`, and so expects it from any function.
STOPS = [False]
# Whether a test asks for iterators by name.
ITERATES = [False]
# What may end by it when a test sends it something.
ADVANCED = (["builtins.generator"], ["builtins.coroutine"])
# The methods of text and sets that a test passes what is expected, to learn only whether it is.
TELLING = ("startswith", "endswith", "isdisjoint", "issubset", "issuperset")
# How many objects that the candidate does not know yet may be in each other: Python compares and
# sends one in another only so often.
DEEPEST = 50
# The state of `random` that the candidate sent last, and how many more states may be tried.
DRAWN, TRIES = [None], [20_000]
# What a test sets in its process and the candidate would see in the same one, by a name with which
# a test sets it; sent when it has changed.
SETTINGS = {
    "chdir": os.getcwd,
    "argv": lambda: sys.argv[1:],
    "environ": lambda: dict(os.environ),
    "seed": random.getstate,
    "setrecursionlimit": sys.getrecursionlimit,
}
# The settings that this test may change, as they were sent last.
SENT = {}
# What it may replace in modules, by path: what is there usually, and what was sent last.
PATCHES = {}
# What it has replaced, by path, while the usual is there.
REPLACED = {}


class Lost(BaseException):
    """The candidate ended, or sent an invalid answer."""


def wait_for_turn():
    """Lets the threads of a test ask one after another."""
    before = ASKED[0]
    while not TURN.acquire(timeout=1):
        # The candidate may wait for what another thread would ask.
        if ASKED[0] == before:
            over(44, "a test waits for the candidate in several threads")
        before = ASKED[0]


def asked(question):
    """Sends a question, calls what the candidate calls meanwhile, and returns its reply."""
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
        if named.pop("attribute_of_mock", None) and is_mock(target):
            target, arguments = child, [target, *arguments]
    except (LookupError, ValueError, TypeError, AttributeError):
        raise Lost("it calls what it was not given")
    replace_again()
    try:
        value = (target if callable(target) else target.__next__)(*arguments, **named)
    except Exception as error:
        put_back()
        ERRORS.append(error)
        return {"result": None, **error_encoded(error, encoded), "error": len(ERRORS) - 1, **news(True)}
    put_back()
    return {"result": encoded(value), **news(True)}


def is_mock(value):
    mock = sys.modules.get("unittest.mock")
    return bool(mock) and issubclass(type(value), mock.NonCallableMock)


def child(mock, name):
    """Returns an attribute of a mock that the candidate uses, but none that every mock has: those
    say what is expected."""
    kind = sys.modules["unittest.mock"].MagicMock
    is_usual = hasattr(kind, name) or name == "method_calls" or name.startswith("_")
    if is_usual and name not in ("__enter__", "__exit__", "__getitem__", "__iter__"):
        raise AttributeError(name)
    return getattr(mock, name)


def given(value):
    """Encodes a function, an iterator or a mock by its number; returns None for any other value."""
    kind = type(value)
    is_iterator = kind.__module__ in ("builtins", "itertools") and hasattr(kind, "__next__")
    if INSPECTS[0] or not (is_iterator or is_mock(value) or isinstance(value, FUNCTIONS)):
        return None
    number = NUMBERS.setdefault(id(value), len(GIVEN))
    if number == len(GIVEN):
        GIVEN.append(value)
    name, doc = (getattr(value, key, "") for key in ("__name__", "__doc__"))
    sort = "iterator" if is_iterator else "mock" if is_mock(value) else "function"
    return {sort: [number, str(name), doc if type(doc) is str else None]}


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


class Stopped(RuntimeError):
    """A candidate's `StopIteration` where no iterator ends: it would end the loop of a test, as in
    `all(map(is_right, cases))`, before everything is tested."""


def finite(value):
    """Decodes what an exception has: an object of the candidate could have items without end."""
    value = decoded(value)
    if type(value) not in (list, dict):
        raise ValueError(value)
    return value


def exception(reply):
    try:
        error = error_decoded(reply, Raised, finite)
    except (LookupError, RecursionError, TypeError, ValueError):
        raise Lost("an exception is not valid")
    return marked(error)


def marked(error):
    error.of_candidate = True
    return error


def redirected():
    """Returns the streams that the test has replaced; an input with what is left to read."""
    streams = {name: "" for name in STREAMS if getattr(sys, name) is not STREAMS[name]}
    if "stdin" in streams and isinstance(sys.stdin, io.StringIO):
        place = sys.stdin.tell()
        streams["stdin"] = sys.stdin.read()
        sys.stdin.seek(place)
    return {"streams": streams} if streams else {}


def news(is_call):
    """Returns what the test has changed since the candidate was asked last."""
    # Nothing but a call changes them, and there may be many.
    copies = {"copies": COPIES.changed()} if is_call or COPIES.new else {}
    copies.update({"copied": [*COPIES.classes]} if COPIES.classes else {})
    # Last, since the other ones may name files.
    return {**copies, **shared_news(), **redirected(), **settings(), "files": FILES.changed()}


def settings():
    """Returns what the test has set since it was sent last."""
    changed = {}
    for name, sent in SENT.items():
        now = SETTINGS[name]()
        if now != sent:
            SENT[name] = now
            changed[name] = encoded(now)
    return {"settings": changed, "patches": patches()} if SENT or PATCHES else {}


def patches():
    """Returns what the test has replaced in modules, and what it has put back since."""
    changed = {}
    for path, [usual, sent] in PATCHES.items():
        now = REPLACED.get(path, usual)
        if now is not sent:
            PATCHES[path][1] = now
            try:
                changed[path] = [] if now is usual else [encoded(now)]
            except NoValue:
                # It need not matter.
                pass
    return changed


def put_back():
    """Puts back what the test has replaced in modules: this program uses them, and is no candidate
    that a mock sees."""
    for path, [usual, _] in PATCHES.items():
        owner, name = owner_of(path)
        if getattr(owner, name) is not usual:
            REPLACED[path] = getattr(owner, name)
            setattr(owner, name, usual)


def replace_again():
    for path, value in REPLACED.items():
        owner, name = owner_of(path)
        setattr(owner, name, value)
    REPLACED.clear()


def observe(reply):
    """Takes over what else has changed in the candidate's process."""
    SHARED.take(reply.get("changed", ()))
    COPIES.take(reply.get("copies", ()))
    FILES.take(reply.get("files", {}))
    for name, text in reply.get("streams", {}).items():
        if name == "stdin":
            # What it has left of the input.
            end = sys.stdin.seek(0, os.SEEK_END)
            sys.stdin.seek(max(0, end - len(text)))
        elif name in STREAMS and getattr(sys, name) is not STREAMS[name] and text:
            getattr(sys, name).write(text)
    # A candidate that sets the state of other tests would choose their values.
    if "random" in reply and "seed" in SENT:
        draw(decoded(reply["random"]))


def draw(state):
    """Takes over the state of `random` after the candidate has drawn numbers. It can only draw on,
    and set no other state: with one of its choice, it would choose the values of the test at once."""
    if state == DRAWN[0]:
        return
    DRAWN[0] = state
    usual, (_, first, _) = random.Random(), random.getstate()
    usual.setstate(random.getstate())
    for turns in range(min(1000, TRIES[0])):
        TRIES[0] -= 1
        _, words, _ = usual.getstate()
        if words[:-1] == state[1][:-1] and 0 < state[1][-1] <= 624 and (turns or state[1][-1] >= first[-1]):
            random.setstate(state)
            break
        # All of the words once.
        usual.getrandbits(32 * 624)
    else:
        # As if it had drawn many: if the test sets a state again, it is another one.
        random.setstate(usual.getstate())
    SENT["seed"] = random.getstate()


# The special attributes that a test may read, and no function of Python looks for.
ATTRIBUTES = "annotations bases code defaults dict func members mro name qualname self wrapped".split()
ATTRIBUTES = ["__%s__" % name for name in ATTRIBUTES]


class Remote:
    # An object in the candidate's process, of which this one has nothing, not even `__dict__`. Its own
    # names are not those of attributes, which are the candidate's.
    __slots__ = ("__target__", "__kind__")
    # The special methods that its class defines.
    __own__ = frozenset()
    __doc__ = property(lambda self: decoded(self.__ask__(get="__doc__")["value"]))
    # For `isinstance`.
    __class__ = property(lambda self: class_like(self.__target__.get("like")) or type(self))

    def __init__(self, target, kind=""):
        object.__setattr__(self, "__target__", target)
        object.__setattr__(self, "__kind__", kind)

    def __ask__(self, tells=True, **question):
        wait_for_turn()
        is_outer = not REPLACED
        put_back()
        try:
            changed = news("arguments" in question) if tells else {}
            reply = asked({"target": self.__target__, **changed, **question})
            observe(reply)
        finally:
            if is_outer:
                replace_again()
            TURN.release()
        if "raised" in reply:
            number = reply.get("of_test")
            is_of_test = type(number) is int and 0 <= number < len(ERRORS)
            error = ERRORS[number] if is_of_test else exception(reply)
            if isinstance(error, (StopIteration, StopAsyncIteration)) and not STOPS[0]:
                raise marked(Stopped("it raises StopIteration")) from error
            raise error
        if "value" not in reply:
            raise Lost("an answer has no value")
        return reply

    def __getattr__(self, name):
        if name.startswith("__") and name not in ATTRIBUTES:
            raise AttributeError(name)
        if name in TELLING:
            own = self.__simple__()
            if not hasattr(own, name):
                raise NoValue("a test calls %s of type %s, which only the candidate can tell" % (name, self.__kind__))
            return getattr(own, name)
        if name == "difference" and sys._getframe(1).f_globals.get("__name__") == "unittest.case":
            # In `assertSetEqual`: it must not learn the other set.
            return set(self).difference
        if name in ("send", "throw") and self.__target__.get("like") in ADVANCED:
            return functools.partial(self.__advance__, name)
        return received(self.__ask__(get=name))

    def __setattr__(self, name, value):
        keep(value, self.__ask__(set=name, to=encoded(value)).get("shared"))

    def __delattr__(self, name):
        self.__operate__("delattr", name)

    def __method__(self, name, *arguments):
        try:
            method = decoded(self.__ask__(get=name)["value"])
        except AttributeError as error:
            # As in Python, where an object has no such attribute.
            raise marked(TypeError(str(error)))
        return method(*arguments)

    def __advance__(self, name, *arguments):
        """Calls a method by which an iterator, a generator or a coroutine ends."""
        try:
            # Not the method first, then its call: there may be many items.
            return NEXT(self) if name == "__next__" else self.__method__(name, *arguments)
        except Stopped as stopped:
            raise stopped.__cause__

    def __operate__(self, name, *operands):
        """Applies an operator or a built-in function in the candidate's process."""
        return decoded(self.__ask__(operate=name, operands=[encoded(value) for value in operands])["value"])

    def __defines__(self, *names):
        """Returns whether its class defines one of these methods."""
        return not self.__own__.isdisjoint(names)

    # The candidate's own `__eq__` is never called: it could claim to equal every expected value.
    def __eq__(self, other):
        is_remote = isinstance(other, Remote)
        if is_remote and (self.__unsent__() or other.__unsent__()):
            return self is other or have_same_fields(self, other)
        if is_remote and self.__target__ == other.__target__:
            return True
        own = self.__simple__()
        if own is not None and own == (other.__simple__() if is_remote else other):
            return True
        kind = other.__kind__ if is_remote else type(other).__name__
        if kind == self.__kind__ and (is_remote or not is_plain(other)) and self.__defines__("__eq__"):
            raise NoValue("a test compares objects of type %s, which only the candidate can compare" % kind)
        # A value of the test may say itself what it equals, such as `mock.ANY`.
        return False if is_remote else NotImplemented

    def __unsent__(self):
        """Returns the fields of an object that the candidate does not know yet, or None."""

    def __simple__(self):
        """Returns the value of an object whose class derives from that of plain values, or None."""
        if "simple" not in self.__target__:
            return None
        number = self.__target__.get("object", self.__target__.get("name"))
        value = VALUES[number] if number in VALUES else decoded(self.__ask__(simple=1)["value"])
        # One that never changes is asked for once: the candidate cannot send another one later.
        if not isinstance(value, Shared.KINDS):
            VALUES[number] = value
        return value

    # Sets and dictionaries compare their items.
    def __hash__(self):
        if self.__defines__("__eq__"):
            raise NoValue("a test hashes objects of type %s, which only the candidate can compare" % self.__kind__)
        return hash(self.__simple__() if "simple" in self.__target__ else json.dumps(self.__target__))

    def __copy__(self):
        return self.__operate__("copy")

    def __deepcopy__(self, _):
        return self.__operate__("deepcopy")

    def __mro_entries__(self, _):
        raise NoValue("a test derives a class from %s, which only the candidate has" % self.__kind__)


def add_methods(kind, names, then):
    """Adds those of these special methods that a class does not define itself."""
    for name in {"__%s__" % name for name in names} - vars(kind).keys():
        setattr(kind, name, lambda self, *arguments, name=name: then(self.__method__(name, *arguments)))


# Others than the right type would be an error of the test.
add_methods(Remote, ("str", "repr", "format"), lambda value: value if type(value) is str else "")
add_methods(Remote, ("instancecheck", "subclasscheck"), lambda value: value is True)


class Able(Remote):
    # What Python itself looks for in a class: an object has those that its own class has.
    __slots__ = ()
    __doc__ = Remote.__dict__["__doc__"]

    def __next__(self):
        return self.__advance__("__next__")

    def __call__(self, *arguments, **named):
        made = made_of(self, arguments, named) if self.__target__.get("fields") else None
        if made is not None:
            return made
        reply = self.__ask__(
            arguments=[encoded(value) for value in arguments],
            named={name: encoded(value) for name, value in named.items()},
        )
        given = [*arguments, *named.values()]
        for value, now, kept in zip(given, reply.get("arguments", ()), reply.get("kept", ())):
            if now is not None:
                merged(value, decoded(now))
            keep(value, kept)
        return received(reply)

    def __iter__(self):
        iterator = self.__operate__("iter")
        if iterator is self and ITERATES[0]:
            return self
        # From an iterator, a test may read some items now and others later.
        return items_of(iterator, 100 if iterator is self else 1)

    # As by `in` without this method, unless only the candidate could tell.
    def __contains__(self, item):
        if self.__defines__("__contains__") and not self.__defines__("__iter__", "__getitem__"):
            raise NoValue("a test asks for what is in a %s, which only the candidate can tell" % self.__kind__)
        if "simple" in self.__target__ and not self.__defines__("__contains__", "__iter__", "__getitem__"):
            own = self.__simple__()
            if isinstance(own, int) and isinstance(item, Remote):
                # Flags, of which each may be several.
                return own & item.__simple__() == item.__simple__()
            return item in own
        found = any(each is item or each == item for each in self)
        if not found and self.__defines__("__contains__"):
            DOUBTS.add("a test asks for what is in a %s, which only the candidate can tell" % self.__kind__)
        return found

    # The candidate must not catch that a test fails.
    def __exit__(self, kind, error, trace):
        if of_candidate(error):
            raise NoValue("a test raises an error in a block of %s, which the candidate may catch" % self.__kind__)
        if error is None:
            self.__method__("__exit__", None, None, None)


add_methods(Able, METHODS, lambda value: value)


class Made(Remote):
    """An object of a dataclass that the test has made. The candidate learns of it when the test
    passes it on, or uses more than its fields: it may be what is expected."""

    __slots__ = ("__of__", "__fields__", "__depth__", "__sent__")
    __doc__ = Remote.__dict__["__doc__"]
    __class__ = property(type)

    def __init__(self, of, fields, depth):
        own = {"__of__": of, "__kind__": of.__kind__, "__fields__": fields, "__depth__": depth, "__sent__": None}
        for name, value in own.items():
            object.__setattr__(self, name, value)

    @property
    def __target__(self):
        if self.__sent__ is None:
            fields = self.__fields__
            object.__setattr__(self, "__fields__", None)
            if fields is None:
                raise NoValue("a test passes an object that contains itself")
            # Nothing else that the test has changed matters yet.
            try:
                sent = {name: encoded(value) for name, value in fields.items()}
            except RecursionError:
                raise NoValue("a test passes objects that are nested too deeply")
            reply = self.__of__.__ask__(tells=False, arguments=[], named=sent)
            for value, kept in zip(fields.values(), reply.get("kept", ())):
                keep(value, kept)
            value = reply["value"]
            if not isinstance(value, dict) or type(value.get("object")) is not int:
                raise Lost("an object is not of its class")
            object.__setattr__(self, "__sent__", value)
            OBJECTS.setdefault(value["object"], self)
        return self.__sent__

    def __unsent__(self):
        return self.__fields__

    def __simple__(self):
        return None

    def __getattr__(self, name):
        fields = self.__fields__ or {}
        return fields[name] if name in fields else Remote.__getattr__(self, name)


def depth_of(value):
    """Returns how deep objects are in a value that the candidate does not know yet: not more than
    `DEEPEST`, unless a value cannot be sent later as now."""
    if isinstance(value, dict):
        return max((depth_of(item) for pair in value.items() for item in pair), default=0)
    if isinstance(value, (list, tuple, set, frozenset, deque)):
        return max(map(depth_of, value), default=0)
    if issubclass(type(value), Remote):
        return value.__depth__ + 1 if value.__unsent__() else 0
    return 0 if is_plain(value) else DEEPEST + 1


def bound(fields, arguments, named):
    """Returns the fields that the constructor of a dataclass makes of these arguments, by name;
    returns None if only the candidate can tell."""
    names = [str(field[0]) for field in fields]
    # Otherwise some of what is expected would not be compared.
    if len(set(names)) < len(names):
        raise ValueError(names)
    values = dict(zip(names, arguments))
    if len(arguments) > len(names) or not named.keys() <= set(names) - values.keys():
        return None
    values.update(named)
    for name, (_, *default) in zip(names, fields):
        if name not in values and not default:
            return None
        if name not in values:
            value = decoded(default[0])
            values[name] = {list: list, dict: dict, set: set}[value]() if default[1] else value
    return {name: values[name] for name in names}


def made_of(stand_in, arguments, named):
    """Makes an object of a dataclass, unless only the candidate can."""
    try:
        depth = depth_of([*arguments, named])
        fields = bound(stand_in.__target__["fields"], arguments, named)
        if fields is None or depth > DEEPEST:
            return None
        kind = class_of(stand_in.__kind__, object, int(stand_in.__target__["made"]), Made)
    except (LookupError, RecursionError, TypeError, ValueError):
        raise Lost("a class is not valid")
    # That uses the candidate, though it is not asked.
    ASKED[0] += 1
    blame()
    return kind(stand_in, fields, depth)


def have_same_fields(one, other):
    """Compares objects, of which the candidate does not know one. It must not learn up to which
    field they are the same: it is asked for all first."""
    names = one.__unsent__() or other.__unsent__()
    values = [
        [each.__unsent__().get(name) if each.__unsent__() else received(each.__ask__(get=name)) for name in names]
        for each in (one, other)
        if each.__kind__ == one.__kind__
    ]
    return len(values) == 2 and values[0] == values[1]


def keep(value, number):
    # An object may keep its arguments, and a function may return one.
    if type(number) is int and isinstance(value, Shared.KINDS):
        SHARED.add(number, value)


@functools.lru_cache(maxsize=1000)
def class_of(name, like, bits, base=Remote):
    """Returns a class with the special methods of a candidate's, besides those of one like it."""
    own = frozenset(name for at, name in enumerate(SPECIAL) if bits >> at & 1)
    known = own.union(*map(vars, like.__mro__))
    able = {name: value for name, value in vars(Able).items() if name in known and name in SPECIAL}
    return type(name, (base,), {"__slots__": (), "__doc__": Remote.__dict__["__doc__"], "__own__": own, **able})


def remote(target, kind=""):
    """Returns what stands for an object, with all special methods if its class is unknown."""
    like = class_like(target.get("like")) or object
    value = (class_of(kind, like, int(target["has"])) if "has" in target else Able)(target, kind)
    if "error" not in target:
        return value
    full = str(target["error"][0])
    if full not in ERROR_CLASSES:
        ERROR_CLASSES[full] = error_class(value, *map(str, target["error"]))
    return ERROR_CLASSES[full]


class Error(type):
    """The class of what stands for a candidate's class of exceptions, so that a test can catch them.
    Only those that the candidate raises are its objects."""

    def __init__(cls, name, bases, members):
        if members.get("__module__") == "tests":
            base = next(base for base in bases if isinstance(base, Error))
            raise NoValue("a test derives a class from %s, which only the candidate has" % base.__name__)

    def __call__(cls, *arguments, **named):
        return cls._remote(*arguments, **named)

    def __getattr__(cls, name):
        return getattr(cls._remote, name)

    def __setattr__(cls, name, value):
        setattr(cls._remote, name, value)

    __doc__ = property(lambda cls: cls._remote.__doc__)

    def __instancecheck__(cls, value):
        # The class of an object is the candidate's.
        return (cls._remote if isinstance(value, Remote) else super()).__instancecheck__(value)


def error_class(stand_in, full, *bases):
    """Makes such a class for a class of the candidate with these full names of its bases."""
    itself = lambda error: vars(error).get("_itself")
    members = {
        "_remote": stand_in,
        "__getattr__": lambda self, name: getattr(itself(self), name),
        "__repr__": lambda self: repr(itself(self)),
    }
    return Error(full.rpartition(".")[2], tuple(error_classes(bases)) or (Exception,), members)


# The classes without a name in Python, such as `generator`.
UNNAMED = {kind.__name__: kind for kind in vars(types).values() if isinstance(kind, type)}


def class_like(names):
    """Returns the first of these classes that is known here, or None."""
    kinds = (library_class(name) or UNNAMED.get(str(name).rpartition(".")[2]) for name in names or ())
    return next(filter(None, kinds), None)


def binary(name, *names):
    """An operator whose operands both have to be the candidate's: a value of the test may be the
    expected one, as in `f(2) - 4`, which it must not learn."""

    def applied(self, other):
        if isinstance(other, Remote) and name not in ORDERS:
            return self.__operate__(name, other)
        own = self.__simple__()
        # What is changed in place is the candidate's, and it could be another value each time.
        is_own = name in ORDERS or name.startswith("i") and hasattr(own, names[0])
        if self.__defines__(*names) or is_own and isinstance(own, Shared.KINDS):
            raise NoValue("a test needs %s of type %s, which only the candidate knows" % (names[0], self.__kind__))
        if own is None:
            return NotImplemented
        other = other.__simple__() if isinstance(other, Remote) else other
        operands = (own, other) if names[0] == "__%s__" % name else (other, own)
        return getattr(operator, "__%s__" % name, divmod)(*operands)

    return applied


# Their result is true or false, and who claims one of them without knowing is often right.
for name in ORDERS:
    setattr(Remote, "__%s__" % name, binary(name, "__%s__" % name))
for name in OPERATORS:
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
        items = iterator.__operate__("items", count)
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
    value = value._remote if type(value) is Error else value
    kind = type(value)
    if issubclass(kind, Remote):
        return value.__target__
    if kind is str:
        FILES.give(value)
    if value is None or kind in (bool, str):
        return value
    simple = plain_encoded([*value] if isinstance(value, list) else value, encoded)
    if simple is not None:
        return simple
    # A function such as `len`. One of the candidate's could do anything in a test.
    name = getattr(value, "__name__", None)
    if isinstance(name, str) and vars(builtins).get(name) is value:
        return {"builtin": name}
    function = given(value)
    if function:
        return function
    # As natively: there, its class would be that of the candidate.
    if COPIES.takes(kind) and hasattr(value, "__dict__"):
        return {"copy": COPIES.number(value)}
    raise NoValue("a test passes a value of type %s, which cannot be sent to the candidate" % kind.__name__)


def decoded(value):
    if not isinstance(value, dict):
        return value
    try:
        (kind, content), *_ = value.items()
        if kind == "object":
            target = {**value, "object": int(content)}
            # The same object each time, for `is`.
            if target["object"] not in OBJECTS:
                OBJECTS[target["object"]] = remote(target, str(value.get("type")))
            return OBJECTS[target["object"]]
        if kind in ("function", "iterator", "mock"):
            return GIVEN[int(content[0])]
        if kind == "copy":
            return COPIES.object(int(content))
        return plain_decoded(kind, content, decoded)
    except (ArithmeticError, AttributeError, ImportError, LookupError, OSError, RecursionError, TypeError, ValueError):
        raise Lost("an answer is not a valid value")


MODULE = remote({"module": NAME})
NEXT = remote({"builtin": "next"}, "next")


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
