"""The drawing kit: shapes, their layout, and the drawings of a chapter."""

import pkgutil
from collections.abc import Callable
from importlib import import_module
from inspect import isfunction

from attncourse.drawing.drawing import Drawing


def drawings(package: str) -> dict[str, Callable[..., Drawing]]:
    """The drawings of a chapter by their names, in the order of its files: the
    functions that return a `Drawing`.

    Raises ValueError where two files give one name to two drawings.
    """
    found: dict[str, Callable[..., Drawing]] = {}
    path = import_module(package).__path__
    for file in pkgutil.iter_modules(path, f"{package}."):
        for name, thing in vars(import_module(file.name)).items():
            own = isfunction(thing) and thing.__module__ == file.name
            if own and thing.__annotations__.get("return") is Drawing:
                if name in found:
                    raise ValueError(f"two drawings of one name: {name=}")
                found[name] = thing
    return found
