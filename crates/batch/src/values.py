# Encodes values between a candidate and its tests as JSON, with the type where JSON would lose it.
# This file is prepended to `driver.py` and `tester.py`, which add the values that only they encode.
from collections import deque

PLAIN = (int, float, complex, bytes, bytearray, list, tuple, set, frozenset, deque)
# Further types whose values never change, with the arguments that make an equal value. Times with
# a zone stay objects.
MADE = {
    "builtins.range": lambda value: [value.start, value.stop, value.step],
    "datetime.date": lambda value: [value.year, value.month, value.day],
    "datetime.datetime": lambda value: None if value.tzinfo else [*value.timetuple()[:6], value.microsecond],
    "datetime.timedelta": lambda value: [value.days, value.seconds, value.microseconds],
    "decimal.Decimal": lambda value: [str(value)],
    "fractions.Fraction": lambda value: [value.numerator, value.denominator],
}


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
    return {kind.__name__: [encoded(item) for item in value]}


def made_encoded(value, encoded):
    """Encodes a value of one of the further types; returns None for any other."""
    name = "%s.%s" % (type(value).__module__, type(value).__qualname__)
    arguments = MADE[name](value) if name in MADE else None
    return None if arguments is None else {"made": [name, encoded(arguments)]}


def dict_encoded(value, encoded):
    """Encodes a dictionary as pairs, since its keys may be of any type."""
    return {"dict": [[encoded(key), encoded(item)] for key, item in value.items()]}


def plain_decoded(kind, content, decoded):
    """Decodes such a value or dictionary; `decoded` decodes the values in it."""
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
    if kind == "made" and content[0] in MADE:
        module, _, name = content[0].rpartition(".")
        arguments = decoded(content[1])
        of_type = str if name == "Decimal" else int
        # An object of the candidate could have items without end.
        if type(arguments) is not list or any(type(item) is not of_type for item in arguments):
            raise ValueError(name)
        # It takes too long to reduce a fraction of longer numbers.
        if name == "Fraction" and any(item.bit_length() > 1 << 18 for item in arguments):
            raise ValueError(name)
        return getattr(__import__(module), name)(*arguments)
    items = [decoded(item) for item in content]
    kinds = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "deque": deque}
    return kinds[kind](items)


