"""The bank: answers to each exercise, wrong and right, as learners write them.

`chapter1/bank/forced.py` holds those to `chapter1.check.forced`. Who wrote them
knew the tasks, and neither the engine nor what it says.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.environment import room

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


def load(key: str) -> Bank:
    """The bank of an exercise, such as "chapter1.forced"."""
    chapter, name = key.split(".")
    return room(chapter, f"bank.{name}").bank


FILES = Path(__file__).parents[1].glob("chapter*/bank/*.py")
KEYS = sorted(f"{path.parts[-3]}.{path.stem}" for path in FILES)
