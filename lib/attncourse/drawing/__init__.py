"""The drawings of the course: what flows where.

A folder for each chapter, in it a file for each idea. A function of such a
file that returns a `Drawing` is one of its chapter: `diagrams.chapter5.split`.
"""

import pkgutil
from collections.abc import Callable
from importlib import import_module
from inspect import isfunction
from types import ModuleType

from attnbook.show.diagrams import course
from attnbook.show.diagrams.drawing import Drawing

__all__ = ["chapters", "course", "drawings"]


def drawings(chapter: ModuleType) -> dict[str, Callable[..., Drawing]]:
    """The drawings of a chapter by their names, in the order of its files.

    Raises ValueError where two files give one name to two drawings.
    """
    found: dict[str, Callable[..., Drawing]] = {}
    for file in pkgutil.iter_modules(chapter.__path__, f"{chapter.__name__}."):
        for name, thing in vars(import_module(file.name)).items():
            own = isfunction(thing) and thing.__module__ == file.name
            if own and thing.__annotations__.get("return") is Drawing:
                if name in found:
                    raise ValueError(f"two drawings of one name: {name=}")
                found[name] = thing
    return found


def chapters() -> dict[str, ModuleType]:
    """The chapters that have drawings, by their names."""
    return {
        file.name: import_module(f"{__name__}.{file.name}")
        for file in pkgutil.iter_modules(__path__)
        if file.ispkg
    }


for _chapter in chapters().values():
    vars(_chapter).update(drawings(_chapter))
