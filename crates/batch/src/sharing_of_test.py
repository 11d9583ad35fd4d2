# What a test shares with the candidate, which must neither learn nor change more than that.


class TestFiles(Files):
    """The files of a test. The candidate gets those whose names it is given, since others may
    contain what is expected, and cannot change any other that the test has written."""

    # What the judge reads in the same folder.
    VERDICT = ("judgeerror.txt", "judgemessage.txt", "nextpass.in", "program-at-fault", "score.txt", "teammessage.txt")

    def __init__(self):
        Files.__init__(self)
        # The texts that the candidate was given since files were compared last; the paths that
        # those before may name; and the folders around these.
        self.given, self.named, self.around = set(), set(), set()
        # Whether what is encoded is what the test passes, not what both sides have: there, texts
        # may be the candidate's.
        self.gives = True

    def give(self, text):
        if self.gives and 0 < len(text) < 4096:
            self.given.add(text)

    def path(self, name):
        """Returns a path in the shared folder, or None if it is elsewhere."""
        try:
            path = os.path.relpath(os.path.realpath(os.fsdecode(name)), self.root)
        except ValueError:
            # No path contains a null character.
            return None
        return None if path.split(os.sep)[0] in (os.pardir, *self.VERDICT) else path

    def is_named(self, path):
        """Returns whether the candidate has the name of a path, or of a folder around it."""
        for name in map(self.path, self.given):
            self.named.add(name)
            while name:
                name = os.path.dirname(name)
                self.around.add(name)
        self.given.clear()
        while path and path not in self.named:
            path = os.path.dirname(path)
        return bool(path) or os.curdir in self.named

    def shares(self, path, content):
        if path.split(os.sep)[0] in self.VERDICT:
            return False
        is_known = self.is_named(path) or self.all.get(path) == content
        return is_known or content is True and path in self.around

    def take(self, changed):
        wrote = set(WROTE)
        try:
            Files.take(self, self.allowed(changed))
        except (AttributeError, OSError, TypeError, ValueError):
            raise Lost("it makes files that its test cannot have")
        # That was not the test.
        WROTE.intersection_update(wrote)
        # It would be the tester that exceeds its limits.
        if changed and (len(self.all) > 10_000 or len(str(self.all)) > MOST):
            raise Lost("it makes too many files")

    def allowed(self, changed):
        """Returns those of the changes that the candidate may make to files of the test."""
        here = self.found() if changed else {}
        allowed = {}
        for path, content in changed.items():
            whole = os.path.join(self.root, path)
            is_valid = os.path.realpath(whole) == whole and self.path(whole) not in (None, os.curdir)
            if is_valid and (self.is_named(path) or here.get(path) == self.all.get(path)):
                allowed[path] = content
        return allowed

    def are_shared(self, paths):
        """Returns whether the candidate has the names of all these, or of something in them."""
        for path in map(self.path, paths):
            # Some functions open the working folder, in which they then create a file.
            is_known = path is not None and (self.is_named(path) or path in self.around or path == os.curdir)
            if not is_known:
                return False
        return True


def acts(value):
    """Returns whether a class has a method or a property in this attribute, not a value."""
    return callable(value) or hasattr(value, "__get__")


class TestCopies(Copies):
    """The objects of a test. Those that it no longer refers to are forgotten at the next call."""

    def __init__(self):
        Copies.__init__(self, encoded, decoded, weakref.ref, lambda kind: object.__new__(self.classes[kind]), 1)
        self.again = encoded_again
        # By name: the classes whose objects are also copied from the candidate, and all of which
        # any were copied.
        self.classes, self.kinds = {}, {}
        # What is kept until the next call: the candidate may return what it takes out of others.
        self.held = []

    def takes(self, kind):
        """Returns whether objects of a class are nothing but their attributes."""
        own = all(each is object or each.__module__ == "tests" for each in kind.__mro__)
        return own and type(kind) is type and kind.__name__ in CLASSES

    def find_classes(self, names):
        for kind in map(names.get, CLASSES):
            if isinstance(kind, type) and self.takes(kind):
                self.find(kind)

    def find(self, kind):
        """Notes a class if it only holds values: a method of the candidate may be another one."""
        if not any(acts(getattr(kind, key)) for key in vars(kind) if not key.startswith("__")):
            self.classes[kind.__name__] = kind

    def add(self, value, number):
        self.held.append(value)
        self.kinds[type(value).__name__] = type(value)
        Copies.add(self, value, number)

    def number(self, value):
        number = Copies.number(self, value)
        if number is None:
            self.find(type(value))
            return self.add_next(value)
        return number

    def changed(self):
        changed = Copies.changed(self)
        self.held.clear()
        for number, (get, _) in list(self.all.items()):
            self.held.append(get())
            if self.held[-1] is None:
                del self.all[number]
                changed.append([number, None, None])
        return changed

    def take(self, changed):
        try:
            for number, name, attributes in changed:
                kind = type(self.object(number)) if number in self.all else self.classes[name]
                # The candidate must not replace methods.
                if any(acts(getattr(kind, key, None)) for key in attributes):
                    raise ValueError(name)
            Copies.take(self, changed)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise Lost("it makes objects that its test cannot have")


def encoded_again(value):
    """Encodes what both sides have, to compare it."""
    FILES.gives = False
    try:
        return encoded(value)
    finally:
        FILES.gives = True


def encoded_shared(value):
    try:
        return encoded_again(value)
    except NoValue as error:
        # The candidate may no longer have the container.
        DOUBTS.add(str(error))
        raise ValueError


COPIES = TestCopies()
FILES = TestFiles()
SHARED = Shared(encoded_shared, decoded)


def inner(value):
    """Yields the containers in a container."""
    items = value.values() if isinstance(value, dict) else value if isinstance(value, (list, deque)) else ()
    yield from (item for item in items if issubclass(type(item), Shared.KINDS))


# What `getrefcount` returns for a value to which only one list refers, and for one in another.
ALONE = [[]]
UNUSED = sys.getrefcount(ALONE[0])
NESTED = next(sys.getrefcount(item) for item in inner(ALONE))


def is_held(value):
    """Returns whether a test refers to what is in a container."""
    return any(sys.getrefcount(item) > NESTED or is_held(item) for item in inner(value))


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
    unused = [number for number, entry in SHARED.all.items() if sys.getrefcount(entry[0]) <= UNUSED]
    dropped = [number for number in unused if not is_held(SHARED.all[number][0])]
    # Each message compares all that are shared: only so many, the latest.
    dropped += list(SHARED.all)[:-64]
    for number in dropped:
        SHARED.all.pop(number, None)
    return {"changed": changed, "dropped": dropped}


