"""Chapters and what stands in them, imported when it is asked for."""

import pkgutil
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

INNER = ("findings", "live")
"""Packages in the room of a chapter whose modules need no import, either."""


def rooms(package: str) -> tuple[Callable[[str], ModuleType], Callable]:
    """The `__getattr__` and `__dir__` of a package whose modules need no
    import: `chapter1.findings.memory` imports that file.
    """

    def names() -> list[str]:
        path = import_module(package).__path__
        return sorted(found.name for found in pkgutil.iter_modules(path))

    def get(name: str) -> ModuleType:
        if name.startswith("_") or name not in names():
            raise AttributeError(
                f"module {package!r} has no attribute {name!r}; it has "
                f"{', '.join(names())}"
            )
        return import_module(f"{package}.{name}")

    if package.count(".") == 1:  # a room
        for name in INNER:
            inner = import_module(f"{package}.{name}")
            vars(inner)["__getattr__"], vars(inner)["__dir__"] = rooms(
                inner.__name__
            )
    return get, names


def chapters() -> dict[str, ModuleType]:
    """The chapters there are, by name, in their order."""
    path = import_module("attncourse").__path__
    found = (file.name for file in pkgutil.iter_modules(path))
    names = [name for name in found if name.startswith("chapter")]
    names.sort(key=lambda name: (len(name), name))
    return {name: import_module(f"attncourse.{name}") for name in names}
