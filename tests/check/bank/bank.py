"""The bank of wrong answers: what learners write, and the words that the check
must say of it.

`chapter1/forced.py` holds the wrong answers to `check.chapter1.forced`. They
are written as a learner would write them, and know nothing of what the check
looks for.
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
    """Collects the functions that it decorates: `@wrong("the mask is
    inverted")`.
    """

    def __call__(
        self, says: str
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """A decorator that files a function under the words that the check must
        say.
        """

        def file(function: Callable[..., Any]) -> Callable[..., Any]:
            self.append(Wrong(says, function))
            return function

        return file


def load() -> dict[str, Bank]:
    """The bank of every check, by its chapter and name: "chapter1.forced"."""
    found = sorted(
        path.relative_to(Path(__file__).parent)
        for path in Path(__file__).parent.glob("chapter*/*.py")
    )
    names = [".".join(path.with_suffix("").parts) for path in found]
    return {
        name: import_module(f"tests.check.bank.{name}").wrong for name in names
    }
