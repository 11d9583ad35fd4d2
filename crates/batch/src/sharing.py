# What a test and the candidate both have and change: containers, objects and files. Each side has
# its own, and tells the other one with its messages what has changed.


def merged(old, new):
    """Makes a container equal to another one of its kind in place, and those in it; returns other
    values."""
    # An object of the candidate stays itself, though its class may derive from that of a container.
    if old is new or not any(issubclass(type(old), kind) and issubclass(type(new), kind) for kind in Shared.KINDS):
        return new
    if isinstance(old, list):
        new[: len(old)] = merged_items(old, new)
    elif isinstance(old, dict):
        kept = [key for key in new if key in old]
        dict.update(new, zip(kept, merged_items([dict.get(old, key) for key in kept], map(new.get, kept))))
    if isinstance(old, (list, bytearray)):
        # A buffer that is viewed cannot be cleared.
        old[:] = new
    else:
        old.clear()
        (old.extend if isinstance(old, deque) else old.update)(new)
    return old


def merged_items(old, new):
    old = list(old)
    # What stands in several places would be changed in all of them.
    times = Counter(id(item) for item in old if issubclass(type(item), Shared.KINDS))
    return [merged(a, b) if times.get(id(a)) == 1 else b for a, b in zip(old, new)]


class Shared:
    """The containers that both a test and the candidate may change in place."""

    KINDS = (list, dict, set, bytearray, deque)

    def __init__(self, encoded, decoded):
        self.encoded, self.decoded = encoded, decoded
        # By number: the value, and as it was encoded last.
        self.all = {}

    def add(self, number, value):
        self.all[number] = [value, self.encoded(value)]

    def changed(self):
        changed = []
        for number, entry in list(self.all.items()):
            try:
                now = self.encoded(entry[0])
            except ValueError:
                # By now, it is nested too deeply.
                continue
            if now != entry[1]:
                entry[1] = now
                changed.append([number, now])
        return changed

    def take(self, changed):
        for number, encoding in changed:
            if number in self.all:
                value = self.all[number][0]
                merged(value, self.decoded(encoding))
                self.add(number, value)


def shape(kind):
    """Returns the names in a constructor, as these tell which attributes the objects have."""
    code = getattr(kind.__init__, "__code__", None)
    return list(code.co_names) if code else []


class Copies:
    """The objects whose class both a test and the candidate define, such as the nodes of a list:
    those of each side have the same attributes after each call."""

    def __init__(self, encoded, decoded, kept, made, step):
        self.encoded, self.decoded, self.kept, self.made = encoded, decoded, kept, made
        # Encodes what the other side already has.
        self.again = encoded
        # The test counts upwards, and the candidate downwards. No number is used twice.
        self.step, self.last = step, 0
        # By number: a function that returns the object, and its attributes as encoded last.
        self.all = {}
        # The numbers by `id`, and those that the other side does not know yet.
        self.numbers, self.new = {}, []

    def add(self, value, number):
        self.all[number] = [self.kept(value), None]
        self.numbers[id(value)] = number
        self.new.append(number)

    def add_next(self, value):
        self.last += self.step
        self.add(value, self.last)
        return self.last

    def number(self, value):
        number = self.numbers.get(id(value))
        # The object that had this `id` may be gone.
        return number if number in self.all and self.all[number][0]() is value else None

    def object(self, number):
        value = self.all[number][0]()
        if value is None:
            raise LookupError(number)
        return value

    def changed(self):
        changed, numbers, self.new = [], list(self.all), []
        for number in numbers:
            entry = self.all[number]
            value = entry[0]()
            encode = self.encoded if entry[1] is None else self.again
            now = {name: encode(item) for name, item in vars(value).items()}
            # Attributes may refer to further ones.
            numbers += self.new
            self.new = []
            if now != entry[1]:
                entry[1] = now
                changed.append([number, type(value).__name__, now])
        return changed

    def take(self, changed):
        for number, kind, _ in changed:
            if kind is not None and number not in self.all:
                self.add(self.made(kind), number)
        self.new = []
        for number, kind, attributes in changed:
            if kind is None:
                # The test no longer refers to it.
                self.all.pop(number, None)
                continue
            value = self.object(number)
            now = {name: self.decoded(item) for name, item in attributes.items()}
            self.all[number][1] = attributes
            vars(value).clear()
            vars(value).update(now)


class Files:
    """The files and folders that a test and the candidate share."""

    # Modules of the standard library must not use what a test has replaced.
    def __init__(self, open=io.FileIO, now=time_ns):
        # There, also as `/tmp`, is all that a program can write.
        self.root = os.path.realpath(os.getcwd())
        self.open, self.now = open, now
        # By path in this folder: the content of a file, or True for a folder.
        self.all = {}
        # By path: when and what was read, and the state of the file then.
        self.read = {}

    def shares(self, path, content):
        return True

    def found(self):
        found = {}
        for folder, folders, files in os.walk(self.root):
            for name in folders:
                found[os.path.join(folder, name)] = True
            for path in (os.path.join(folder, name) for name in files):
                try:
                    # Reading anything else may wait forever.
                    if os.path.isfile(path):
                        found[path] = self.content(path)
                except OSError:
                    # It cannot be read, or no longer.
                    pass
        return {os.path.relpath(path, self.root): content for path, content in found.items()}

    def content(self, path):
        now, status = self.now(), os.stat(path)
        state = (status.st_ctime_ns, status.st_size, status.st_ino)
        known = self.read.get(path)
        # The time of a change is only exact to some milliseconds.
        if known and known[1] == state and known[0] - status.st_ctime_ns > 10**8:
            return known[2]
        with self.open(path) as file:
            content = file.read().hex()
        self.read[path] = now, state, content
        return content

    def changed(self):
        now = {path: content for path, content in self.found().items() if self.shares(path, content)}
        changed = {path: now.get(path) for path in {**self.all, **now} if now.get(path) != self.all.get(path)}
        self.all = now
        return changed

    def take(self, changed):
        # Folders are empty before they are removed, and exist before there are files in them.
        for path in sorted((path for path in changed if changed[path] is None), reverse=True):
            self.all.pop(path, None)
            self.remove(os.path.join(self.root, path))
        for path, content in changed.items():
            whole = os.path.join(self.root, path)
            if content is not None:
                os.makedirs(whole if content is True else os.path.dirname(whole), exist_ok=True)
                self.all[path] = content
            if isinstance(content, str):
                with self.open(whole, "w") as file:
                    file.write(bytes.fromhex(content))

    def remove(self, path):
        try:
            (os.rmdir if os.path.isdir(path) else os.remove)(path)
        except OSError:
            # It is gone already, or contains what only this side has.
            pass


