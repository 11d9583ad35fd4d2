# Runs the tests of a task in a sandbox without the candidate, since they contain the expected
# results.
#
# Runs as a validator of the ICPC format: `tester INPUT ANSWER FEEDBACK/`, exits with 42 or 43.

# Names with which a test depends on sharing a process with the candidate: on what is replaced or
# observed there, or on what its functions and classes are.
PROCESS = {
    *("assertLogs", "assertNoLogs", "assertWarns", "assertWarnsRegex", "asyncio", "catch_warnings", "getcontext"),
    *("getLogger", "is_dataclass", "issubclass", "localcontext", "mock", "patch", "signal", "tracemalloc", "warns"),
    *("AsyncMock", "IsolatedAsyncioTestCase", "MagicMock", "Mock", "NonCallableMock", "PropertyMock"),
    *("create_autospec", "weakref"),
    *("__context__", "__slots__", "__traceback__"),
}
# The numbers of the objects that the candidate's module has at first.
AT_FIRST = set()
# The names that a test mentions, of variables, attributes and modules.
MENTIONED = set()


class Names(dict):
    """The global names of a test. Each call may change those of the candidate's constants."""

    def __init__(self):
        dict.__init__(self, __name__="tests")
        # When each was read last.
        self.constants = {}

    def __getitem__(self, name):
        if name in self.constants and self.constants[name] != ASKED[0]:
            ASKED[0] += 1
            blame()
            dict.__setitem__(self, name, getattr(sys.modules[NAME], name))
            self.constants[name] = ASKED[0]
        return dict.__getitem__(self, name)

    def __setitem__(self, name, value):
        self.constants.pop(name, None)
        dict.__setitem__(self, name, value)


def name_of(node):
    return getattr(node, "id", getattr(node, "attr", None))


def needs_process():
    """Returns a name with which a test depends on sharing a process with the candidate, if any."""
    # A class of the candidate is an object of another type here, and so are its objects.
    types = {"type", "__class__", "dir"} if MENTIONED & CLASSES.keys() or OBJECTS.keys() - AT_FIRST else set()
    types.update(["isinstance"] if COPIES.kinds else [])
    return min(MENTIONED & (PROCESS | types), default=None)


def find_names(nodes):
    """Notes the names that a test mentions, without `patch` if it only replaces streams."""
    MENTIONED.update(map(name_of, nodes))
    MENTIONED.update(part for node in nodes if isinstance(node, ast.alias) for part in node.name.split("."))
    patched = [node.args[:1] for node in nodes if isinstance(node, ast.Call) and name_of(node.func) == "patch"]
    targets = [getattr(argument, "value", None) for arguments in patched for argument in arguments]
    is_of_streams = all(target in ["sys." + name for name in STREAMS] for target in targets)
    if is_of_streams and len(targets) == sum(name_of(node) == "patch" for node in nodes):
        MENTIONED.difference_update(("mock", "patch"))


def find_patches(calls):
    """Notes what a test may replace in modules other than the candidate's, whose names it changes."""
    for node in calls:
        if node.args and name_of(node.func) in ("patch", "object"):
            # `patch("random.random")` or `patch.object(os.path, "exists")`
            parts = node.args[: 1 if name_of(node.func) == "patch" else 2]
            path = ".".join(str(part.value if isinstance(part, ast.Constant) else ast.unparse(part)) for part in parts)
            if not path.startswith((NAME, "sys.std")):
                try:
                    PATCHES[path] = [getattr(*owner_of(path))] * 2
                except (AttributeError, ImportError, ValueError):
                    # There is none: it would not have been replaced.
                    pass


def tested(nodes):
    """Yields the functions whose results are compared, as in `assert sum(10, 15) == 6`."""
    for node in nodes:
        if isinstance(node, ast.Assert):
            value = node.test.left if isinstance(node.test, ast.Compare) else node.test
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
                yield value.func.id


def imports(code):
    """Returns the names that a test imports, other than in its functions."""
    return {each.get_name() for each in symtable.symtable(code, "test", "exec").get_symbols() if each.is_imported()}


def greeted(names, own, read, imported, entry_point):
    """Asks the candidate what it defines, adds that to the names of a test, and returns its module."""
    hello = asked(None)
    observe(hello)
    module, others = Module(NAME), []
    for name, (own_shape, described) in hello["names"].items():
        value = remote({"name": name, **described}, name)
        if "number" in described:
            # For `is`, wherever else it is.
            value = OBJECTS.setdefault(int(described["number"]), value)
        others.append((name, value))
        if own_shape is not None:
            CLASSES[name] = own_shape
    constants = {name: decoded(value) for name, value in hello["constants"].items()}
    others += constants.items()
    RECEIVED[0] = bool(constants or FILES.all)
    AT_FIRST.update(OBJECTS)
    INSPECTS[0] = bool(hello["inspects"])
    for name, path in hello.get("modules", {}).items():
        is_library = path.partition(".")[0] in getattr(sys, "stdlib_module_names", ())
        # Such as `import xml.etree.ElementTree as ET`.
        if is_library and name in read and name not in {*names, *BUILT_IN} and not entry_point:
            names[name] = importlib.import_module(path)
    for name, value in others:
        if name.startswith("__"):
            # The driver sends no such name. `__builtins__` would replace what a test calls.
            raise Lost("its first answer is invalid")
        # What is too large to be sent often is what it was at first.
        if name not in constants or len(json.dumps(hello["constants"][name])) > 1 << 16:
            vars(module)[name] = value
        is_free = name in own or not hasattr(builtins, name)
        if is_free and not entry_point and name not in names:
            names[name] = value
            if name in constants:
                names.constants[name] = 0
    # What `from solution import *` gives to a test.
    kept = {*names, *BUILT_IN, *imported}
    vars(module)["__all__"] = [name for name, _ in others if name not in kept]
    return module


def namespace(task):
    """Returns the global names of a test: those of the prompt, modules, and the candidate's."""
    names = Names()
    # A prompt in Python ends within a function, with its head or with the text that describes it,
    # or is complete.
    last = task["prompt"].rstrip().rpartition("\n")[2]
    indent = last[: len(last) - len(last.lstrip())] or "    "
    for end in ("    pass", indent + "pass", ""):
        try:
            code = compile("%s\n%s\n" % (task["prompt"], end), "prompt", "exec")
        except SyntaxError:
            continue
        exec(code, names)
        break
    nodes = list(ast.walk(ast.parse(task["code"])))
    if any(name_of(node) == "inspect" or getattr(node, "module", None) == "inspect" for node in nodes):
        # Every function of the candidate would look the same.
        raise NoValue("a test uses inspect, which does not reach the candidate")
    find_names(nodes)
    STOPS[0] = bool(MENTIONED & {"StopIteration", "StopAsyncIteration"})
    compares = "assertIs" in MENTIONED or any(isinstance(node, ast.Is) for node in nodes)
    ITERATES[0] = compares and bool(MENTIONED & {"iter", "__iter__"})
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    # Also as in `patch.dict("os.environ")`.
    used = MENTIONED.union(text.rpartition(".")[2] for text in texts)
    SENT.update((name, SETTINGS[name]()) for name in used & set(SETTINGS))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    called = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
    find_patches(calls)
    # The attributes that are read, by the name of what has them.
    read = {}
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            read.setdefault(node.value.id, set()).add(node.attr)
    # The solution of the task may be named like a built-in function.
    own = set(tested(nodes)) & set(task["defined"])
    for node in nodes:
        # In a test, `math` is the module, even if the candidate defines another `math`. No module
        # can be called.
        is_module = isinstance(node, ast.Name) and node.id not in called
        if is_module and node.id in getattr(sys, "stdlib_module_names", ()):
            try:
                module = importlib.import_module(node.id)
            except ImportError:
                # A module of another platform, such as `nt`: here it is a variable.
                continue
            # After `from datetime import datetime`, which a candidate shares with its test.
            same = getattr(module, node.id, None)
            is_class = any(hasattr(same, name) and not hasattr(module, name) for name in read.get(node.id, ()))
            names.setdefault(node.id, same if is_class else module)
    for name, kind in names.items():
        # What a prompt imports is not the candidate's, as in `from unittest.case import SkipTest`.
        if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == "tests":
            ERROR_CLASSES["%s.%s" % (NAME, name)] = kind
    try:
        sys.modules[NAME] = greeted(names, own, read, imports(task["code"]), task["entry_point"])
    except (KeyError, AttributeError, ImportError, TypeError, ValueError):
        raise Lost("its first answer is invalid")
    return names


def run(task):
    names = namespace(task)
    # `Solution().method` names a class, which replaces the empty one of the prompt.
    entry = task["entry_point"].split("(")[0].split(".")[0]
    if entry:
        names[entry] = remote({"name": entry}, entry)
    COPIES.find_classes(names)
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


def message_of(error):
    try:
        return str(error)
    except (Exception, Lost, NoValue):
        # It contains an object of the candidate, which has ended, or fails.
        return ""


def failed_line(task, error):
    """Returns the statement of the test that failed, and the message of the error."""
    lines = task["code"].splitlines()
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "test"]
    number = frames[-1].lineno if frames else 0
    line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    message = message_of(error)
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
        # A class of the candidate is an object here, so that neither `except` nor `case` nor
        # unittest nor pytest can tell whether it is that of an exception or of an object, nor what
        # one of a dataclass is. Nor is an object that derives from a plain value one.
        message = message_of(error)
        needs_class = any(kind in message for kind in ("BaseException", "exception type", "match pattern", "dataclass"))
        needs_class = needs_class or any("simple" in getattr(value, "__target__", ()) for value in OBJECTS.values())
        if type(error) is TypeError and needs_class and not of_candidate(error):
            over(44, failed_line(task, error))
        is_missing = isinstance(error, FileNotFoundError) and not of_candidate(error)
        missing = [error.filename or os.devnull] if is_missing else []
        if not FILES.are_shared([*WROTE, *missing]):
            over(44, "a test uses files that the candidate does not have: %s" % failed_line(task, error))
        if DOUBTS and not of_candidate(error):
            over(44, "%s: %s" % (min(DOUBTS), failed_line(task, error)))
        needed = needs_process()
        if needed:
            over(44, "a test uses %s, which does not reach the candidate: %s" % (needed, failed_line(task, error)))
        for name, kind in COPIES.kinds.items():
            if CLASSES[name] != shape(kind):
                over(44, "the candidate defines %s in another way: %s" % (name, failed_line(task, error)))
        if of_candidate(error):
            try:
                asked({"end": 1})
            except Lost:
                pass
        over(43, failed_line(task, error))
    over(42, "")


main()
