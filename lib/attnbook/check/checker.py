"""A check: small cases, the right answer to each, and mistakes known by the answer they would give."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from attnbook.check import forms


class Case(NamedTuple):
    """One call. `make` builds the arguments anew each time, so that a changed argument shows."""

    says: str
    make: Callable[[], dict[str, Any]]


class Mistake(NamedTuple):
    """A typical wrong answer: what to say of it, and the function of someone who makes it."""

    message: str
    answer: Callable[..., Any]


@dataclass(frozen=True)
class Check:
    """Runs a learner's function on every case, in order; the first wrong case decides what is said.

    `returns` names what the function returns and its shape: {"context": "B M", "weights": "B S"}.
    Mistakes are tried in order, and each must differ from `reference` in some case.
    """

    name: str
    returns: dict[str, str]
    reference: Callable[..., Any]
    cases: tuple[Case, ...]
    mistakes: tuple[Mistake, ...]

    def __call__(self, function: Any) -> None:
        """Print one line if the function is right in every case.

        Raises AssertionError that names the likely mistake, or shows what was expected and what was found.
        """
        for case in self.cases:
            expected = self.reference(**case.make())
            found = self._call(function, case)
            if not forms.same(found, expected):
                raise AssertionError(f"{self.name}: {self._diagnose(case, found, expected)}")
        print(f"{self.name}: right in all {len(self.cases)} cases.")

    def _call(self, function: Any, case: Case) -> Any:
        """What the function answers. Raises AssertionError when it fails, or changes what it was given."""
        given = case.make()
        self._fits(function, given)
        try:
            found = function(*given.values())
        except NotImplementedError:
            raise AssertionError(f"{self.name}: not written yet. Replace the line that raises by your code.") from None
        except AssertionError as error:
            raise AssertionError(f"{self.name}: {error}\n  case: {case.says}") from error
        except (Exception, SystemExit) as error:
            problem = f"your function raised {type(error).__name__}: {error}"
            raise AssertionError(f"{self.name}: {problem}\n  case: {case.says}") from error
        changed = [name for name, value in case.make().items() if not forms.untouched(given[name], value)]
        if changed:
            raise AssertionError(
                f"{self.name}: your function changes its argument {', '.join(changed)}. "
                f"Make a new object instead: no in-place operation, no assignment to an item."
            )
        return found

    def _fits(self, function: Any, given: dict[str, Any]) -> None:
        if not callable(function):
            kind = type(function).__name__
            raise AssertionError(
                f"{self.name}: pass the function itself, as in check.{self.name}({self.name}): got {kind}"
            )
        try:
            signature = inspect.signature(function)
        except (TypeError, ValueError):
            return
        try:
            signature.bind(*given.values())
        except TypeError as error:
            raise AssertionError(
                f"{self.name}: the function must take ({', '.join(given)}): yours takes {signature}"
            ) from error

    def _diagnose(self, case: Case, found: Any, expected: Any) -> str:
        """The mistake that gives just this answer; else what is wrong with its form; else its values."""
        known = (m.message for m in self.mistakes if forms.same(found, m.answer(**case.make())))
        message, complaint = next(known, None), forms.complaint(found, expected, self.returns)
        if message is None and complaint:
            return f"{complaint}\n  case: {case.says}"
        values = forms.difference(found, expected, self.returns)
        return f"{message or 'the values are wrong.'}\n  case: {case.says}\n{values}"
