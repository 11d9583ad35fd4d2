# Encodes values between a candidate and its tests as JSON, with the type where JSON would lose it.
# This file and `sharing.py` come before `driver.py`, and before the program that runs the tests;
# both add the values that only they encode.
import builtins
import io
import os
import sys
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
from functools import lru_cache
from operator import attrgetter
from time import time_ns

# The views of a dictionary, with a function that makes an equal one of its items.
VIEWS = {
    type({}.keys()): lambda items: dict.fromkeys(items).keys(),
    type({}.values()): lambda items: dict(enumerate(items)).values(),
    type({}.items()): lambda items: dict(items).items(),
}
PLAIN = (int, float, complex, bytes, bytearray, list, tuple, set, frozenset, deque, *VIEWS)
# Those that are sent as text, with the functions that write and read it.
TEXTUAL = {
    int: (hex, lambda text: int(text, 16)),
    **{kind: (repr, kind) for kind in (float, complex)},
    **{kind: (kind.hex, kind.fromhex) for kind in (bytes, bytearray)},
}
# What is itself a value: `f(1) == int`.
TYPES = {kind.__name__: kind for kind in (bool, str, object, range, dict, type(None), *PLAIN[: -len(VIEWS)])}
DICTS = {kind.__name__: kind for kind in (dict, Counter, OrderedDict)}
COLLECTIONS = {kind.__name__: kind for kind in (list, tuple, set, frozenset, deque)}
COLLECTIONS.update((view.__name__, made) for view, made in VIEWS.items())
# Further types whose values never change, with the arguments that make an equal value.
MADE = {
    **dict.fromkeys(("builtins.range", "builtins.slice"), attrgetter("start", "stop", "step")),
    "datetime.date": attrgetter("year", "month", "day"),
    "datetime.datetime": attrgetter(
        "year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"
    ),
    "datetime.time": attrgetter("hour", "minute", "second", "microsecond", "tzinfo", "fold"),
    "datetime.timedelta": attrgetter("days", "seconds", "microseconds"),
    "datetime.timezone": lambda value: value.__getinitargs__(),
    "fractions.Fraction": attrgetter("numerator", "denominator"),
    # The module of paths is another one as of Python 3.13.
    **dict.fromkeys(
        ("decimal.Decimal", "pathlib.PosixPath", "pathlib._local.PosixPath", "uuid.UUID", "zoneinfo.ZoneInfo"),
        lambda value: [str(value)],
    ),
    # Members of enumerations that are numbers or text.
    **dict.fromkeys(
        ("calendar.Day", "calendar.Month", "http.HTTPMethod", "http.HTTPStatus", "re.RegexFlag", "signal.Signals"),
        lambda value: [value.value],
    ),
}
# The zones of times among them, and all that these arguments may be.
ZONES = ("builtins.NoneType", "datetime.timezone", "zoneinfo.ZoneInfo")
ARGUMENTS = ("builtins.int", "builtins.str", "datetime.timedelta", *ZONES)

# The special methods that an object of a test has only if that of the candidate has them; and the
# operators, which it always has.
METHODS = "abs bool bytes call ceil complex contains delitem enter exit float floor getitem index int invert "
METHODS += "iter len neg next pos reversed round setitem trunc"
OPERATORS = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and xor or"
ORDERS = "lt le gt ge"
METHODS, OPERATORS, ORDERS = METHODS.split(), OPERATORS.split(), ORDERS.split()
SPECIAL = [*METHODS, *(prefix + name for prefix in ("", "r", "i") for name in OPERATORS), *ORDERS, "eq"]
SPECIAL = ["__%s__" % name for name in SPECIAL]


def plain_encoded(value, encoded):
    """Encodes a value of one of these types, or a dictionary or tuple of a class of its own; returns
    None for any other. `encoded` encodes the values in it."""
    kind = type(value)
    # Most integers are small, and a list may have a million.
    if kind is int and -(1 << 53) < value < 1 << 53:
        return value
    if kind in TEXTUAL:
        return {kind.__name__: TEXTUAL[kind][0](value)}
    if isinstance(value, dict):
        return dict_encoded(value, encoded)
    if isinstance(value, tuple) and kind is not tuple:
        return tuple_encoded(value, encoded)
    # The exact type: the callers convert or reject instances of other subclasses.
    if kind not in PLAIN:
        return made_encoded(value, encoded)
    items = [encoded(item) for item in value]
    return {"bounded": [value.maxlen, items]} if kind is deque and value.maxlen is not None else {kind.__name__: items}


def full_name(kind):
    return "%s.%s" % (kind.__module__, kind.__qualname__)


def made_encoded(value, encoded):
    """Encodes a value of one of the further types, or a type; returns None for any other."""
    if isinstance(value, type) and TYPES.get(value.__name__) is value:
        return {"type": value.__name__}
    name = full_name(type(value))
    # A time with a zone of another class stays an object.
    if name not in MADE or full_name(type(getattr(value, "tzinfo", None))) not in ZONES:
        return None
    return {"made": [name, encoded([*MADE[name](value)])]}


def dict_encoded(value, encoded):
    """Encodes a dictionary as pairs, since its keys may be of any type."""
    name, pairs = type(value).__name__, [[encoded(key), encoded(item)] for key, item in value.items()]
    if type(value) is defaultdict:
        return {name: [encoded(value.default_factory), pairs]}
    return {name if DICTS.get(name) is type(value) else "dict": pairs}


def tuple_encoded(value, encoded):
    """Encodes a tuple of a class of its own, with the names of its fields if it has any."""
    kind, items = type(value), [encoded(item) for item in value]
    names = getattr(kind, "_fields", None)
    if type(names) is not tuple or len(names) != len(items):
        return {"tuple": items}
    NAMED[(kind.__name__, *names)] = kind
    return {"namedtuple": [kind.__name__, names, items]}


def plain_decoded(kind, content, decoded):
    """Decodes such a value or dictionary; `decoded` decodes the values in it."""
    if TYPES.get(kind) in TEXTUAL:
        return TEXTUAL[TYPES[kind]][1](content)
    if kind == "type":
        return TYPES[content]
    if kind == "bounded":
        return deque(map(decoded, content[1]), content[0])
    if kind in DICTS:
        return DICTS[kind]({decoded(key): decoded(item) for key, item in content})
    if kind == "defaultdict":
        return defaultdict(decoded(content[0]), plain_decoded("dict", content[1], decoded))
    if kind == "namedtuple":
        name, names, items = content
        return named(name, *names)(*map(decoded, items))
    if kind == "made" and content[0] in MADE:
        module, _, name = content[0].rpartition(".")
        arguments = decoded(content[1])
        # An object of the candidate could have items without end.
        if type(arguments) is not list or any(full_name(type(item)) not in ARGUMENTS for item in arguments):
            raise ValueError(name)
        # It takes too long to reduce a fraction of longer numbers.
        if name == "Fraction" and any(item.bit_length() > 1 << 18 for item in arguments):
            raise ValueError(name)
        fold = {"fold": arguments.pop()} if name in ("datetime", "time") else {}
        return getattr(__import__(module), name)(*arguments, **fold)
    return COLLECTIONS[kind]([decoded(item) for item in content])


def error_encoded(error, encoded, depth=9):
    """Encodes an exception: the full names of its classes, its message, arguments and attributes,
    and its cause."""
    kinds = [full_name(kind) for kind in type(error).__mro__]
    # One of the candidate, after its class.
    itself = {"object": encoded([type(error), error])} if type(error).__module__ == NAME else {}
    if error.__cause__ is not None and depth > 0:
        itself["cause"] = error_encoded(error.__cause__, encoded, depth - 1)
    arguments, group = list(error.args), getattr(error, "exceptions", None)
    # What is sent if not everything can be.
    least = []
    if type(group) is tuple and "builtins.BaseExceptionGroup" in kinds:
        # One in it may have it as its cause.
        itself["group"] = [error_encoded(one, encoded, depth - 1) for one in group]
        arguments = [error.message]
        # Its text also counts those in it.
        least = [encoded(arguments), encoded({})]
    if isinstance(error, OSError) and error.filename is not None:
        arguments.append(error.filename)
    try:
        state = [encoded(arguments), encoded(vars(error))]
    except BaseException:
        state = least
    state = state if len(str(state)) <= 1 << 16 else least
    return {"raised": kinds, "message": str(error)[:1000], "state": state, **itself}


# The classes of exceptions that a test has besides those of the standard library, by full name.
ERROR_CLASSES = {}


def error_classes(names):
    """Returns the classes with these names, of those that an exception may have here."""
    kinds = [ERROR_CLASSES.get(name) or library_class(name) for name in names]
    return [kind for kind in kinds if kind and (issubclass(kind, Exception) or kind is SystemExit)]


def error_decoded(reply, other, decoded):
    """Makes an exception of the first class that is known here, or of another one, with its own
    name."""
    # Its class first, which is that of the error then.
    itself = {"_itself": decoded(reply["object"])[1]} if "object" in reply else {}
    kinds = error_classes(reply["raised"])
    kind, name = [*kinds, other][0], str(reply["raised"][0]).rpartition(".")[2]
    message = str(reply["message"])
    arguments, attributes = map(decoded, reply["state"]) if reply["state"] else ([message], {})
    if issubclass(kind, getattr(builtins, "ExceptionGroup", ())):
        arguments = [*arguments, [error_decoded(inner, other, decoded) for inner in reply["group"]]]

    def made(**members):
        own = kind if kind.__name__ == name and not members else type(name, (kind,), members)
        try:
            return type.__call__(own, *arguments)
        except Exception:
            # Such as `JSONDecodeError`, which takes more.
            return own.__new__(own, *arguments)

    error = made()
    if str(error)[:1000] != message:
        error = made(__str__=lambda self: message)
    vars(error).update(attributes, **itself)
    if "cause" in reply:
        error.__cause__ = error_decoded(reply["cause"], other, decoded)
    return error


def owner_of(path):
    """Returns what has the attribute at the end of a dotted path, and the name of that; imports
    modules."""
    first, *rest, name = path.split(".")
    owner = __import__(first)
    for part in rest:
        if not hasattr(owner, part):
            __import__("%s.%s" % (owner.__name__, part))
        owner = getattr(owner, part)
    return owner, name


def library_class(name):
    """Returns a class of the standard library by its full name, if this process has imported it."""
    module, _, name = str(name).rpartition(".")
    if module.partition(".")[0] not in getattr(sys, "stdlib_module_names", ("builtins",)):
        return None
    kind = vars(sys.modules.get(module, builtins)).get(name)
    return kind if isinstance(kind, type) and kind.__module__ == module else None


# The classes of tuples that this side has sent or made, by the names of them and of their fields.
NAMED = {}


def named(name, *names):
    """Returns a class of tuples with named fields; the same for the same names."""
    if (name, *names) not in NAMED:
        NAMED[(name, *names)] = namedtuple(name, names, rename=True)
    return NAMED[(name, *names)]


