"""The bank of wrong answers: what learners write, and the words that the check must say of it.

Each file beside this one holds the wrong answers to one check, under the check's name.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple


class Wrong(NamedTuple):
    """One wrong answer to one check."""

    says: str
    function: Callable[..., Any]


class Bank(list[Wrong]):
    """Collects the functions that it decorates: `@wrong("the mask is inverted")`."""

    def __call__(self, says: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator that files a function under the words that the check must say."""

        def file(function: Callable[..., Any]) -> Callable[..., Any]:
            self.append(Wrong(says, function))
            return function

        return file


def load() -> dict[str, Bank]:
    """The bank of every check, by its name."""
    stems = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem != "bank")
    return {stem: import_module(f"tests.check.bank.{stem}").wrong for stem in stems}
