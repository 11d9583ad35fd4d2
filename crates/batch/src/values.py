# Values on their way between a candidate and its tests, as JSON: what JSON cannot tell apart is told by its kind. This text stands
# before `driver.py` and before `tester.py`, which encode and decode what is theirs alone.
PLAIN = (int, float, complex, bytes, bytearray, list, tuple, set, frozenset)


def plain_encoded(value, encoded):
    """A value of one of these kinds; `encoded` encodes those in it."""
    # By the type itself: what only looks like a number is an object.
    kind = type(value)
    if kind is int:
        return {"int": hex(value)}
    if kind is float:
        return {"float": repr(value)}
    if kind is complex:
        return {"complex": [repr(value.real), repr(value.imag)]}
    if kind in (bytes, bytearray):
        return {kind.__name__: value.hex()}
    return {kind.__name__: [encoded(item) for item in value]}


def dict_encoded(value, encoded):
    """A dictionary, as pairs: its keys may be of any kind."""
    return {"dict": [[encoded(key), encoded(item)] for key, item in value.items()]}


def plain_decoded(kind, content, decoded):
    """A value of one of these kinds, or a dictionary; `decoded` decodes those in it."""
    if kind == "int":
        return int(content, 16)
    if kind == "float":
        return float(content)
    if kind == "complex":
        return complex(*map(float, content))
    if kind in ("bytes", "bytearray"):
        return {"bytes": bytes, "bytearray": bytearray}[kind].fromhex(content)
    if kind == "dict":
        return {decoded(key): decoded(item) for key, item in content}
    items = [decoded(item) for item in content]
    return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[kind](items)


