# Prints a hash of the byte code of files, without positions in the source.
import hashlib
import sys

FIELDS = ("co_name", "co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_nlocals", "co_flags",
          "co_code", "co_exceptiontable", "co_names", "co_varnames", "co_freevars", "co_cellvars")
digest = hashlib.sha256()


def add(value):
    data = repr(value).encode("utf-8", "backslashreplace")
    digest.update(b"%d:" % len(data) + data)


def visit(value):
    add(type(value).__name__)
    if hasattr(value, "co_code"):
        for field in FIELDS:
            add(getattr(value, field, None))
        visit(value.co_consts)
    elif isinstance(value, (tuple, frozenset)):
        # The order of a set of strings differs between runs.
        items = value if isinstance(value, tuple) else sorted(value, key=repr)
        add(len(items))
        for item in items:
            visit(item)
    else:
        add(value)


for path in sys.argv[1:]:
    with open(path, "rb") as file:
        visit(compile(file.read(), "program", "exec", dont_inherit=True))
print(digest.hexdigest())
