"""The fields of a configuration: read from JSON, and checked, for all models in
one way.
"""

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, get_args

LARGEST = 2**24  # no size, and no number of layers, is larger
FINITE = 1e30  # no number with a point is as far from 0
MEANT = {
    bool: "True or False",
    str: "a text",
    int: "a whole number",
    float: "a finite number",
}


def parse(text: str) -> dict[str, Any]:
    """The fields that an object in JSON has, tuples where it has lists. Raises
    ValueError for any other text.
    """
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError("its configuration is nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError(f"its configuration is no object in JSON: {found!r}")
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in found.items()
    }


def line(error: Exception) -> str:
    """What an error says of fields, in one line of bounded length."""
    return " ".join(str(error).split())[:400]


def check(
    config: Any, zero: Iterable[str] = (), **words: Iterable[str]
) -> None:
    """Raise ValueError, with name and value, for a field of a dataclass that is
    not what its annotation says.

    Whole numbers lie in 1 .. LARGEST, those named in `zero` may be 0; `dropout`
    lies in 0 .. 1, `pad` is a token of the `vocabulary`; `words` hold what a
    text may be.
    """
    least = {"pad": -LARGEST} | dict.fromkeys(zero, 0)
    for field in fields(config):
        name, value = field.name, getattr(config, field.name)
        if field.type in MEANT:
            _check(name, value, field.type, least.get(name, 1))
            continue
        (meant,) = get_args(field.type)
        if not isinstance(value, (list, tuple)):
            raise ValueError(f"{name} must be a list: {name}={value!r}")
        for k, one in enumerate(value):
            _check(f"{name}[{k}]", one, meant, least.get(name, 1))
    for name, known in words.items():
        if (value := getattr(config, name)) not in known:
            among = ", ".join(known)
            raise ValueError(f"{name} must be one of {among}: {name}={value!r}")
    last = getattr(config, "vocabulary", 1) - 1
    for name, most in (("dropout", 1), ("pad", last)):
        value = getattr(config, name, 0)
        if not 0 <= value <= most:
            raise ValueError(f"{name} must lie in 0 .. {most}: {name}={value}")


def _check(name: str, value: Any, meant: Any, least: int) -> None:
    """Raise ValueError unless the value is of the type that is meant; a whole
    number lies in `least` .. LARGEST.
    """
    right = isinstance(value, (int, float) if meant is float else meant)
    right &= isinstance(value, bool) == (meant is bool)
    if not right or (meant is float and not abs(value) < FINITE):
        raise ValueError(f"{name} must be {MEANT[meant]}: {name}={value!r}")
    if meant is int and value < least:
        raise ValueError(f"{name} must be at least {least}: {name}={value}")
    if meant is int and value > LARGEST:
        raise ValueError(f"{name} must be at most {LARGEST:,}: {name}={value}")
