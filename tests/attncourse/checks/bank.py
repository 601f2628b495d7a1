"""The bank: answers to each exercise, wrong and right, as learners write them.

`chapter1/bank/forced.py` holds those to `chapter1.check.forced`. Who wrote them
knew the tasks, and neither the engine nor what it says.
"""

import inspect
import linecache
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.environment import room

Function = Callable[..., Any]
Slips = dict[str, tuple[str, ...]]
"""What is wrong, and how the text of a right answer becomes so: old, new, and
more such pairs.
"""


class Bank:
    """Right answers, and wrong ones with what is wrong; the fresh ones are
    those that the engine was never tuned to.
    """

    def __init__(self) -> None:
        self.rights: list[Function] = []
        self.wrongs: list[tuple[str, Function]] = []
        self.unseen: set[str] = set()

    def right(self, function: Function) -> Function:
        self.rights.append(function)
        return function

    def wrong(self, says: str) -> Callable[[Function], Function]:
        """File a wrong answer, with what is wrong."""

        def file(function: Function) -> Function:
            self.wrongs.append((says, function))
            return function

        return file

    def slips(self, function: Function, slips: Slips) -> None:
        """File wrong answers: a right one with other words in it."""
        for says, pairs in slips.items():
            self.wrong(says)(edited(function, *pairs))

    def fresh(self, function: Function, slips: Slips) -> None:
        """The same, and the engine was not tuned to them."""
        self.slips(function, slips)
        self.unseen |= {*slips}


def edited(function: Function, *pairs: str) -> Function:
    """A function with other words in its text, which has each once."""
    text = inspect.getsource(function)
    text = text[text.index("def ") :]
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert text.count(old) == 1, f"{text.count(old)} times {old!r}: {text}"
        text = text.replace(old, new)
    file = f"<{function.__name__} {pairs}>"
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    names = {**function.__globals__}
    exec(compile(text, file, "exec"), names)  # noqa: S102
    return names[function.__name__]


def load(key: str) -> Bank:
    """The bank of an exercise, such as "chapter1.forced"."""
    chapter, name = key.split(".")
    return room(chapter, f"bank.{name}").bank


FILES = Path(__file__).parents[1].glob("chapter*/bank/*.py")
KEYS = sorted(f"{path.parts[-3]}.{path.stem}" for path in FILES)
