"""The bank: answers to each exercise, wrong and right, as learners write them.

`chapter1/forced.py` holds those to `check.chapter1.forced`. Who wrote them knew
the tasks, and neither the engine nor what it says.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

Function = Callable[..., Any]


class Bank:
    """Right answers, and wrong ones with what is wrong."""

    def __init__(self) -> None:
        self.rights: list[Function] = []
        self.wrongs: list[tuple[str, Function]] = []

    def right(self, function: Function) -> Function:
        """File a right answer."""
        self.rights.append(function)
        return function

    def wrong(self, says: str) -> Callable[[Function], Function]:
        """File a wrong answer, with what is wrong."""

        def file(function: Function) -> Function:
            self.wrongs.append((says, function))
            return function

        return file


def load(key: str, where: str = __name__) -> Bank:
    """The bank of an exercise, such as "chapter1.forced"."""
    return import_module(f"{where}.{key}").bank


KEYS = sorted(
    f"{path.parent.name}.{path.stem}"
    for path in Path(__file__).parent.glob("chapter*/*.py")
)
