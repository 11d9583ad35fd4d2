# Runs in the candidate's sandbox, and calls its functions with values read from standard input.
#
# No expected result is ever in this process. A candidate that modifies this program, the
# interpreter or the open files can therefore only change its own results.
import builtins
import copy
import io
import json
import operator
import os
import sys
from _thread import RLock
from collections import ChainMap, UserDict, UserList, UserString, abc
from types import MappingProxyType

# The candidate prints to standard error, so that its output never mixes with the answers.
ANSWERS = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="surrogatepass")
os.dup2(2, 1)
QUESTIONS = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="surrogatepass")
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False))
NAME = "solution"
# Words with which the candidate may inspect a function: of one of the test, that of the driver.
INSPECTS = (b"inspect", b"__code__", b"__defaults__", b"__annotations__")
if not NAME:
    # Never runs: the syntax check before a run follows imports, and so finds the candidate.
    import solution
if hasattr(sys, "set_int_max_str_digits"):
    sys.set_int_max_str_digits(0)

# The imports that sites add before a class `Solution`, and that its authors rely on.
USUAL = """
import bisect, collections, functools, heapq, itertools, math, operator, random, re, string
from bisect import *
from collections import *
from functools import *
from heapq import *
from itertools import *
from math import *
from typing import *
# The one of `math` has no third argument, and returns floats.
from builtins import pow
"""


def load():
    """Runs the candidate's file as a module of its own, and returns that and its text."""
    module = type(sys)(NAME)
    sys.modules[NAME] = module
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME + ".py")
    # Bytes, since a file may begin with a byte order mark or name its encoding.
    with open(path, "rb") as file:
        text = file.read()
    if b"class Solution" in text:
        exec(USUAL, module.__dict__)
    exec(compile(text, NAME + ".py", "exec"), module.__dict__)
    return module, text


def plain(value):
    """Converts a result to JSON values: tuples and views of dictionaries become lists."""
    if isinstance(value, (list, tuple, *VIEWS)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key if isinstance(key, str) else json.dumps(key): plain(item) for key, item in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    raise TypeError("the result is not a JSON value, but of type %s" % type(value).__name__)


def found(module, function):
    """Looks up a function by its dotted name, in the class `Solution` or in the module."""
    # First in the class, since the usual imports put names such as `merge` into the module.
    solution = getattr(module, "Solution", None)
    if isinstance(solution, type) and hasattr(solution, function):
        return getattr(solution(), function)
    value = module
    for part in function.split("."):
        value = getattr(value, part, None)
        if isinstance(value, type):
            value = value()
    if value is None and hasattr(module, "Solution"):
        value = getattr(module.Solution(), function, None)
    if value is None:
        raise NameError("there is no function %s" % function)
    return value


def answer(value):
    ANSWERS.write(json.dumps(value) + "\n")
    ANSWERS.flush()


def leave():
    ANSWERS.close()
    # Not `sys.exit`: the candidate's threads and exit handlers would run.
    sys.stderr.flush()
    os._exit(0)


def call_once(module, question):
    result = found(module, question["function"])(*question["arguments"])
    answer(plain(result))


# What a test sets in its own process, and the candidate would see in the same one.
SETTINGS = {
    "chdir": os.chdir,
    "argv": lambda value: sys.argv.__setitem__(slice(1, None), value),
    "environ": lambda value: (os.environ.clear(), os.environ.update(value)),
    "seed": lambda value: __import__("random").setstate(value),
    "setrecursionlimit": sys.setrecursionlimit,
}


# Functions that a test applies to objects of the candidate, besides built-in ones and operators.
FURTHER = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "items": lambda items, count: [item for _, item in zip(range(count), items)],
}


def operation(name):
    return FURTHER.get(name) or getattr(builtins, name, None) or getattr(operator, "__%s__" % name)


# Types that others derive from.
BASES = (dict, str, *PLAIN[: -len(VIEWS)])
# Classes that compare by the values in them, with functions that make these.
VALUED = {
    **dict.fromkeys((abc.Mapping, abc.MutableMapping, ChainMap, UserDict, MappingProxyType), dict),
    **{abc.Set: set, abc.MutableSet: set, UserList: list, UserString: str, memoryview: bytes},
}
EXACT = {int: int.__int__, float: float.__float__, str: str.__str__}


def near(kind):
    """Returns the nearest class that is not the candidate's."""
    return next(each for each in kind.__mro__ if each.__module__ != NAME)


@lru_cache(maxsize=None)
def acts(kind):
    """Returns whether a class has methods of the candidate, or members."""
    own = [each for each in kind.__mro__ if each.__module__ == NAME]
    values = (getattr(value, "fget", value) for each in own for value in vars(each).values())
    has_members = hasattr(kind, "__members__") and full_name(kind) not in MADE
    return has_members or any(getattr(value, "__module__", None) == NAME for value in values)


@lru_cache(maxsize=None)
def has(kind, usual):
    """Returns which special methods a class has that the usual one has not, as bits."""
    own = [vars(each) for each in kind.__mro__ if each not in usual.__mro__]
    return sum(1 << at for at, name in enumerate(SPECIAL) if any(names.get(name) for names in own))


def generated(kind, name):
    """Returns whether a class has this method from `dataclass`, which makes them of text."""
    return getattr(vars(kind).get(name), "__code__", generated.__code__).co_filename == "<string>"


def fields_of(kind, encoded):
    """Returns the names and defaults of the fields of a dataclass that keeps its arguments as they
    are, and compares them; returns None for any other class."""
    own = {name: each for each in reversed(kind.__mro__[:-1]) for name in vars(each)}
    acts = ("__post_init__", "__new__", "__getattribute__", "__getattr__", "__setattr__", "__init__", "__eq__")
    is_usual = all(generated(own[name], name) for name in acts if name in own)
    if type(kind) is not type or near(kind) is not object or not is_usual or not generated(kind, "__eq__"):
        return None
    missing, found = sys.modules["dataclasses"].MISSING, []
    for field in vars(kind)["__dataclass_fields__"].values():
        sort, has_factory = field._field_type.name, field.default_factory is not missing
        default = field.default_factory if has_factory else field.default
        is_simple = type(default) in (bool, *EXACT) or any(default is one for one in (missing, None, list, dict, set))
        is_bare = field.init and field.compare and not isinstance(getattr(kind, field.name, None), property)
        if sort == "_FIELD" and is_simple and is_bare and not getattr(field, "kw_only", False):
            found.append([field.name] if default is missing else [field.name, encoded(default), has_factory])
        elif sort != "_FIELD_CLASSVAR":
            return None
    return found


class Mocked:
    """A mock of the test."""

    def __init__(self, call):
        self.call_test = call

    def __call__(self, *arguments, **named):
        return self.call_test(*arguments, **named)

    def __getattr__(self, name):
        return self.call_test(name, attribute_of_mock=True)


def special(name):
    # The trace of an error cannot be sent.
    return lambda self, *arguments: self.__getattr__(name)(*arguments[:2], *[None] * len(arguments[2:]))


for each in ("__enter__", "__exit__", "__getitem__", "__iter__"):
    setattr(Mocked, each, special(each))


class Items:
    """An iterator of the test."""

    def __init__(self, following):
        self.following = following

    def __iter__(self):
        return self

    def __next__(self):
        return self.following()


class Objects:
    """What a test can refer to: functions, classes, and objects that are not plain values."""

    def __init__(self, module):
        self.module = module
        self.all = []
        # The number of each, by its `id`, which no other object has as long as it is kept.
        self.numbers = {}
        self.shared = Shared(self.encoded, self.decoded)
        self.files = Files()
        self.copies = Copies(self.encoded, self.decoded, lambda value: lambda: value, self.made, -1)
        # The names of the classes whose objects are copied.
        self.copied = ()
        # Whether the test has set the state of `random`.
        self.random = False
        self.lock = RLock()
        # What stands for the functions and iterators of the test, by number; as they were sent, by
        # the `id` of each.
        self.functions, self.of_test = {}, {}
        # What a test replaces in modules: in the candidate's, what was there before; in others, by
        # path, what is there while the candidate runs.
        self.replaced, self.patches = {}, {}

    def encoded(self, value, depth=0):
        if depth > 200:
            raise ValueError("the value is nested too deeply")
        kind = type(value)
        if value is None or kind in (bool, str):
            return value

        def deeper(item):
            return self.encoded(item, depth + 1)

        if kind in PLAIN:
            return plain_encoded(value, deeper)
        if id(value) in self.of_test:
            return self.of_test[id(value)]
        has_methods = kind is not dict and acts(kind)
        if not has_methods:
            simple = self.simple(value, deeper)
            if simple is not None:
                return simple
        copy = self.copies.number(value)
        if copy is None and kind in map(vars(self.module).get, self.copied):
            copy = self.copies.add_next(value)
        if copy is not None:
            return {"copy": copy}
        return {"object": self.number(value), "type": kind.__name__, **self.described(value)}

    def number(self, value):
        number = self.numbers.setdefault(id(value), len(self.all))
        if number == len(self.all):
            self.all.append(value)
        return number

    def described(self, value):
        """Returns what a test needs to know of an object."""
        kind = type(value)
        # Not `isinstance`: before Python 3.11, `list[int]` claims to be a type.
        if issubclass(kind, type):
            is_error = issubclass(value, BaseException) and value.__module__ == NAME
            classes = {"error": [full_name(each) for each in value.__mro__]} if is_error else {}
            # For `hasattr`; classes themselves are compared and combined as those of Python.
            methods = has(value, object) & (1 << len(METHODS)) - 1
            # As in `Stack[int]()`.
            methods |= hasattr(value, "__class_getitem__") << METHODS.index("getitem")
            if "__dataclass_fields__" in vars(value):
                classes.update(fields=fields_of(value, self.encoded), made=has(value, object))
            return {"has": has(kind, object) | methods, **classes}
        known = near(kind)
        is_simple = isinstance(value, BASES) and acts(kind) or known in VALUED
        description = {"has": has(kind, known if is_simple else object)}
        if known is not object:
            description["like"] = [full_name(each) for each in known.__mro__[:-1]]
        return {**description, "simple": True} if is_simple else description

    def simple(self, value, deeper):
        """Encodes a value whose class derives from that of plain values."""
        if hasattr(value, "tolist") and type(value).__module__ not in ("array", "builtins"):
            # A NumPy array or number.
            return deeper(value.tolist())
        for base in BASES:
            if isinstance(value, base) and base not in (dict, tuple) and full_name(type(value)) not in MADE:
                return deeper(EXACT.get(base, base)(value))
        return plain_encoded(value, deeper)

    def decoded(self, value):
        if not isinstance(value, dict):
            return value
        (kind, content), *_ = value.items()
        if kind == "object":
            return self.all[content]
        if kind == "module":
            return self.module
        if kind == "copy":
            return self.copies.object(content)
        if kind in ("function", "iterator", "mock"):
            number = content[0]
            if number not in self.functions:
                self.functions[number] = self.function(kind, *content)
                self.of_test[id(self.functions[number])] = value
            return self.functions[number]
        if kind == "name" and content in self.replaced:
            # As for a test that has imported it.
            return self.replaced[content]
        if kind in ("name", "builtin"):
            return getattr(self.module if kind == "name" else builtins, content)
        return plain_decoded(kind, content, self.decoded)

    def function(self, kind, number, name, doc):
        """Makes a function or an iterator that calls the test, which may ask meanwhile."""

        def call(*arguments, **named):
            values = [self.encoded(value) for value in arguments]
            names = {name: self.encoded(value) for name, value in named.items()}
            # Threads call one after another.
            with self.lock:
                self.swap()
                try:
                    answer({"call": number, "arguments": values, "named": names, **self.news(True)})
                    return self.until("result")
                finally:
                    self.swap()

        call.__name__ = call.__qualname__ = name
        call.__doc__ = doc
        return {"function": lambda call: call, "iterator": Items, "mock": Mocked}[kind](call)

    def swap(self):
        """Exchanges what a test has replaced in modules with what was there."""
        for path, value in self.patches.items():
            owner, name = owner_of(path)
            self.patches[path] = getattr(owner, name)
            setattr(owner, name, value)

    def until(self, end):
        """Answers questions until the test sends a result, or ends."""
        last = None
        for line in QUESTIONS:
            question = json.loads(line)
            if "end" in question:
                # An unexpected exception ends the program, as it would without a judge.
                raise last
            if end in question:
                self.take(question)
                if "raised" in question:
                    error = error_decoded(question, Exception, self.decoded)
                    # The test may only pass on what the candidate has raised.
                    error = vars(error).get("_itself", error)
                    error.of_test = question["error"]
                    raise error
                return self.decoded(question[end])
            last = self.reply(question) or last
        leave()

    def share(self, value, encoding, most=1 << 16):
        """Shares a container, if it is small: it is compared with every message."""
        is_value = isinstance(value, Shared.KINDS) and "object" not in encoding
        if is_value and len(value) <= most >> 4 and len(json.dumps(encoding)) <= most:
            # No other container has this number as long as it is shared.
            self.shared.add(id(value), value)
            return {"shared": id(value)}
        return {}

    def take(self, question):
        """Changes what the test has changed."""
        self.copied = question.get("copied", self.copied)
        self.copies.take(question.get("copies", ()))
        self.files.take(question.get("files", {}))
        self.shared.take(question.get("changed", ()))
        for number in question.get("dropped", ()):
            self.shared.all.pop(number, None)
        for path, value in question.get("patches", {}).items():
            self.patches.pop(path, None)
            if value:
                self.patches[path] = self.decoded(value[0])
        for name, value in question.get("settings", {}).items():
            SETTINGS[name](self.decoded(value))
            self.random = self.random or name == "seed"

    def made(self, kind):
        return object.__new__(getattr(self.module, kind))

    def news(self, is_call):
        """Returns what the candidate has changed."""
        copies = {"copies": self.copies.changed()} if is_call or self.copies.new else {}
        news = {**copies, "changed": self.shared.changed(), "files": self.files.changed()}
        if self.random:
            version, words, gauss = __import__("random").getstate()
            # It may be sent thousands of times: all of its words are small integers.
            news["random"] = {"tuple": [version, {"tuple": words}, self.encoded(gauss)]}
        return news

    def ask(self, question):
        self.take(question)
        target = self.decoded(question["target"])
        if "get" in question:
            name = question["get"]
            # A class that is generic.
            name = "__class_getitem__" if name == "__getitem__" and not hasattr(target, name) else name
            value = getattr(target, name)
            encoding = self.encoded(value)
            return {"value": encoding, **self.share(value, encoding)}
        if "set" in question:
            value = self.decoded(question["to"])
            if target is self.module:
                self.replaced.setdefault(question["set"], vars(target).get(question["set"]))
            setattr(target, question["set"], value)
            return {"value": None, **self.share(value, question["to"])}
        if "operate" in question:
            operands = [self.decoded(value) for value in question["operands"]]
            return {"value": self.encoded(operation(question["operate"])(target, *operands))}
        if "simple" in question:
            made = VALUED.get(near(type(target)))
            return {"value": self.encoded(made(target)) if made else self.simple(target, self.encoded)}
        arguments = [self.decoded(value) for value in question["arguments"]]
        named = {name: self.decoded(value) for name, value in question["named"].items()}
        self.swap()
        try:
            value = target(*arguments, **named)
        finally:
            self.swap()
        given = [*arguments, *named.values()]
        # The call may have changed its arguments in place. Unchanged ones may be large.
        now = [self.encoded(value) for value in given]
        pairs = zip(now, [*question["arguments"], *question["named"].values()])
        changed = [None if new == old else new for new, old in pairs]
        result, is_given = self.encoded(value), id(value) in map(id, given)
        is_method = "object" in question["target"]
        keeps = is_given or is_method or isinstance(result, dict) and "object" in result
        kept = [keeps and self.share(*pair).get("shared") for pair in zip(given, now)]
        # A method may return a value that its object keeps; few functions do, called many times.
        shared = self.share(value, result, 1 << (16 if is_given or is_method else 10))
        return {"value": result, "arguments": changed, "kept": kept, **shared}

    def reply(self, question):
        """Answers a question, and returns the exception that the candidate has raised, if any."""
        # A test may have redirected the output, or have an input of its own.
        streams = {name: io.StringIO(text) for name, text in question.get("streams", {}).items()}
        usual = {name: getattr(sys, name) for name in streams}
        vars(sys).update(streams)
        raised = None
        try:
            reply = self.ask(question)
        except (Exception, SystemExit) as error:
            raised = error
            reply = {**error_encoded(error, self.encoded), "of_test": getattr(error, "of_test", None)}
        vars(sys).update(usual)
        texts = {name: stream.read() if name == "stdin" else stream.getvalue() for name, stream in streams.items()}
        answer({**reply, **self.news("arguments" in question), **({"streams": texts} if texts else {})})
        return raised


def answer_all(module, inspects):
    objects = Objects(module)
    names, constants, modules = {}, {}, {}
    for name, value in vars(module).items():
        if isinstance(value, type(sys)):
            modules[name] = value.__name__
        # In a test, the name of a module is always that of its own.
        if name.startswith("__") or name in modules:
            continue
        # A test can also refer to a large constant as to an object.
        names[name] = [shape(value) if isinstance(value, type) else None, objects.described(value)]
        if callable(value):
            # What a function returns may be the same.
            names[name][1]["number"] = objects.number(value)
        else:
            try:
                encoded = objects.encoded(value)
                if len(json.dumps(encoded)) <= 1 << 20:
                    constants[name] = encoded
                    del names[name]
            except Exception:
                pass
    hello = {"names": names, "constants": constants, "modules": modules, "inspects": inspects}
    answer({**hello, "files": objects.files.changed()})
    objects.until("result")


def main():
    first = json.loads(QUESTIONS.readline())
    module, text = load()
    if first is None:
        answer_all(module, any(word in text for word in INSPECTS))
    else:
        call_once(module, first)
    leave()


main()
