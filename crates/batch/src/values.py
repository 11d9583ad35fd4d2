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
}
# The zones of times among them, and those that are made of text.
ZONES = ("builtins.NoneType", "datetime.timezone", "zoneinfo.ZoneInfo")
TEXTS = ("Decimal", "PosixPath", "UUID", "ZoneInfo", "timezone")

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
    """Encodes a value of one of these types; `encoded` encodes the values in it."""
    # The exact type: the callers convert or reject instances of subclasses.
    kind = type(value)
    if kind is int:
        # Most integers are small, and a list may have a million.
        return value if -(1 << 53) < value < 1 << 53 else {"int": hex(value)}
    if kind is float:
        return {"float": repr(value)}
    if kind is complex:
        return {"complex": [repr(value.real), repr(value.imag)]}
    if kind in (bytes, bytearray):
        return {kind.__name__: value.hex()}
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
    if kind == "int":
        return int(content, 16)
    if kind == "float":
        return float(content)
    if kind == "type":
        return TYPES[content]
    if kind == "complex":
        return complex(*map(float, content))
    if kind in ("bytes", "bytearray"):
        return {"bytes": bytes, "bytearray": bytearray}[kind].fromhex(content)
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
        types = ("builtins.str" if name in TEXTS else "builtins.int", "datetime.timedelta", *ZONES)
        # An object of the candidate could have items without end.
        if type(arguments) is not list or any(full_name(type(item)) not in types for item in arguments):
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
    if type(group) is tuple and "builtins.BaseExceptionGroup" in kinds:
        # One in it may have it as its cause.
        inner = [error_encoded(one, encoded, depth - 1) for one in group]
        return {"raised": kinds, "message": str(error.message), "state": [], "group": inner, **itself}
    if isinstance(error, OSError) and error.filename is not None:
        arguments.append(error.filename)
    try:
        state = [encoded(arguments), encoded(vars(error))]
    except BaseException:
        # A test cannot send everything.
        state = []
    state = state if len(str(state)) <= 1 << 16 else []
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
    error = error_without_cause(reply, other, decoded)
    if "cause" in reply:
        error.__cause__ = error_decoded(reply["cause"], other, decoded)
    return error


def error_without_cause(reply, other, decoded):
    # Its class first, which is that of the error then.
    itself = {"_itself": decoded(reply["object"])[1]} if "object" in reply else {}
    kinds = error_classes(reply["raised"])
    kind, name = [*kinds, other][0], str(reply["raised"][0]).rpartition(".")[2]
    message = str(reply["message"])
    if issubclass(kind, getattr(builtins, "ExceptionGroup", ())):
        error = type.__call__(kind, message, [error_decoded(inner, other, decoded) for inner in reply["group"]])
        vars(error).update(itself)
        return error
    arguments, attributes = map(decoded, reply["state"]) if reply["state"] else ([message], {})

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


# The classes of tuples that this side has sent, by the names of them and of their fields.
NAMED = {}


@lru_cache(maxsize=100)
def made_named(name, *names):
    return namedtuple(name, names, rename=True)


def named(name, *names):
    """Returns a class of tuples with named fields; the same for the same names."""
    return NAMED.get((name, *names)) or made_named(name, *names)


