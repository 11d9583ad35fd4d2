# Compiles a program so that it keeps how it ends.

# The name that the program then sets: to `None` at the end of its text, or else to a tuple of the
# class and the code of the exception that ends it, which is empty if it has no code.
ENDED = "__referee_ended__"

# What is put around its statements, in the place of `pass`. No name of the program is read here,
# since it may have any meaning.
AROUND = b"""
try:
    pass
    %(name)b = None
except:
    try:
        from sys import exc_info as %(name)b
        %(name)b = %(name)b()[1]
        %(name)b = %(name)b.__class__, %(name)b.code
    except:
        %(name)b = ()
    raise
""" % {b"name": ENDED.encode()}

# With these words, a program may notice that.
NOTICED_BY = [ENDED.encode(), b"__import__", b"modules"]


def code_of(text, path):
    """Compiles a program. Raises what `compile` raises."""
    if not any(word in text for word in NOTICED_BY):
        try:
            return compile(enclosed(text, path), path, "exec", dont_inherit=True)
        except Exception:
            # One level deeper, it may be nested too deeply. An error in it is raised below.
            pass
    return compile(text, path, "exec", dont_inherit=True)


def enclosed(text, path):
    """Returns the syntax tree of a program with statements around that keep how it ends."""
    import _ast

    def parsed(text):
        return compile(text, path, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)

    tree, around = parsed(text), parsed(AROUND)
    # A text about the program must come first, then the features of Python that it asks for.
    head = 1 if tree.body and is_text(tree.body[0]) else 0
    while head < len(tree.body) and getattr(tree.body[head], "module", None) == "__future__":
        head += 1
    around.body[0].body[:1] = tree.body[head:]
    tree.body[head:] = around.body
    return tree


def is_text(statement):
    value = statement.value if type(statement).__name__ == "Expr" else None
    # Before Python 3.8, texts had a class of their own.
    return type(value).__name__ == "Str" or isinstance(getattr(value, "value", None), str)
