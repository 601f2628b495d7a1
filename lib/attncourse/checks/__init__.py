"""What exercises call: `check.chapter1.greedy(greedy)` prints one line, or
raises AssertionError that names the place.

One module for each chapter, imported when it is asked for; in it one `Check`
for each function that a learner writes.
"""

import pkgutil
from importlib import import_module
from types import ModuleType

from attnbook.check import notebook

notebook.watch()


def __getattr__(name: str) -> ModuleType:
    """The module of a chapter, such as `check.chapter1`."""
    if name not in __dir__():
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}; it has "
            f"{', '.join(__dir__())}"
        )
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted(
        found.name
        for found in pkgutil.iter_modules(__path__)
        if found.name.startswith("chapter")
    )
