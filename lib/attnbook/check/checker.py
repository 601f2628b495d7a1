"""A check: small cases, the right answer to each, and what can be said of a wrong one.

A wrong answer is judged by its form, then by its properties or its trace (each a `Look`), which name the place of the
mistake; a `Mistake` that gives just this answer is named beside it.
"""

import inspect
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch

from attnbook.check import forms, hints


class Case(NamedTuple):
    """One call. `make` builds the arguments anew each time, so that a changed argument shows."""

    says: str
    make: Callable[[], dict[str, Any]]


class Mistake(NamedTuple):
    """A typical wrong answer: what to say of it, and the function of someone who makes it."""

    message: str
    answer: Callable[..., Any]


class Finding(NamedTuple):
    """What a look has seen: the sentences, lines that show it, and the part of the answer that it blames."""

    says: str
    shows: tuple[str, ...] = ()
    part: str | None = None


class Attempt(NamedTuple):
    """A wrong answer of the right form. Answers are dicts, by the names in `Check.returns`."""

    takes: dict[str, str]
    returns: dict[str, str]
    given: dict[str, Any]
    found: dict[str, Any]
    expected: dict[str, Any]
    again: Callable[[dict[str, Any]], dict[str, Any] | None]
    """The learner's answer with some arguments changed; None where it fails or has another form."""
    right: Callable[[dict[str, Any]], dict[str, Any]]
    """The right answer with the same arguments changed."""


Look = Callable[[Attempt], Finding | None]


@dataclass(frozen=True)
class Check:
    """Runs a learner's function on every case, in order; the first wrong case decides what is said.

    `takes` and `returns` name arguments and results with their shapes: {"context": "B M", "weights": "B S"}.
    Looks are tried in order, then mistakes; each mistake must differ from `reference` in some case.
    """

    name: str
    takes: dict[str, str]
    returns: dict[str, str]
    reference: Callable[..., Any]
    cases: tuple[Case, ...]
    looks: tuple[Look, ...]
    mistakes: tuple[Mistake, ...] = ()

    def __call__(self, function: Any) -> None:
        """Print one line if the function is right in every case.

        Raises AssertionError that says where the mistake is, and shows what was expected and what was found.
        """
        self._fits(function)
        for case in self.cases:
            given, expected, luck = case.make(), self.reference(**case.make()), _luck()
            found = self._call(function, case, given)
            if forms.same(found, expected):
                continue
            if complaint := forms.complaint(found, expected, self.returns):
                raise self._error(complaint, case)
            if luck != _luck():
                raise self._error("a random choice was made. The answer must follow from the arguments alone.", case)
            raise self._error(*self._diagnose(function, case, given, found, expected))
        print(f"{self.name}: right in all {len(self.cases)} cases.")

    def _error(self, *lines: Case | str) -> AssertionError:
        told = (f"case: {line.says}" if isinstance(line, Case) else line for line in lines)
        return AssertionError(f"{self.name}: " + "\n  ".join(told))

    def _call(self, function: Any, case: Case, given: dict[str, Any]) -> Any:
        """What the function answers. Raises AssertionError when it fails, or changes what it was given."""
        try:
            found = function(*given.values())
        except NotImplementedError:
            raise self._error("not written yet. Replace the line that raises by your code.") from None
        except AssertionError as error:
            raise self._error(str(error), case) from error
        except (Exception, SystemExit) as error:
            problem = f"your function raised {type(error).__name__}: {error}"
            raise self._error(problem, *hints.lines(error, given, self.takes), case) from error
        changed = [name for name, value in case.make().items() if not forms.untouched(given[name], value)]
        if changed:
            raise self._error(
                f"your function changes its argument {', '.join(changed)}. "
                f"Make a new object instead: no in-place operation, no assignment to an item."
            )
        return found

    def _fits(self, function: Any) -> None:
        """Raises AssertionError for what is no function of these arguments."""
        if not callable(function):
            raise self._error(f"pass the function itself, without calling it: got {type(function).__name__}")
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return
        try:
            signature.bind(*self.takes)
        except TypeError as error:
            raise self._error(f"the function must take ({', '.join(self.takes)}): yours takes {signature}") from error

    def _diagnose(self, function: Any, case: Case, given: dict, found: Any, expected: Any) -> Iterator[Case | str]:
        """The place of the mistake, the mistake that gives just this answer, and what shows both."""
        seen = self._look(function, case, given, found, expected)
        known = next((m.message for m in self.mistakes if forms.same(found, m.answer(**case.make()))), None)
        yield seen.says if seen else known or "the values are wrong."
        if seen and known:
            yield f"likely: {known}"
        yield case
        yield from seen.shows if seen else ()
        blamed = seen.part if seen else None
        yield from (line for part, line in forms.difference(found, expected, self.returns) if blamed in (None, part))

    def _look(self, function: Any, case: Case, given: dict, found: Any, expected: Any) -> Finding | None:
        def again(changes: dict[str, Any]) -> dict[str, Any] | None:
            try:
                answer = function(*(case.make() | changes).values())
            except Exception:  # what fails on odd arguments says nothing about the answer
                return None
            return None if forms.complaint(answer, expected, self.returns) else self._parts(answer)

        def right(changes: dict[str, Any]) -> dict[str, Any]:
            return self._parts(self.reference(**case.make() | changes))

        attempt = Attempt(self.takes, self.returns, given, self._parts(found), self._parts(expected), again, right)
        return next((seen for look in self.looks if (seen := look(attempt))), None)

    def _parts(self, answer: Any) -> dict[str, Any]:
        return dict(zip(self.returns, answer if len(self.returns) > 1 else (answer,), strict=True))


def _luck() -> tuple:
    """The state of the random generators: another one afterwards shows that a random number was drawn."""
    return bytes(torch.get_rng_state().tolist()), random.getstate()
