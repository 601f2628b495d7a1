"""A check of a function from sets or tensors to one number."""

from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any

from attnbook.check import hints
from attnbook.check.checker import Case, Check

# a mean may be taken in float32, which has 7 digits
TOLERANCE = 1e-6


@dataclass(frozen=True)
class Rate(Check):
    """Judges the answers to all cases together; `counts` shows one case,
    `each` says what is counted, and `trace` what further calls show.

    A formula that gives every one of them is the learner's. Else the first
    wrong case names what is counted wrongly.
    """

    counts: Callable[..., str] = str
    each: str = "links"
    trace: Callable[[Callable[..., Any]], str | None] | None = None

    def __call__(self, function: Any) -> None:
        """Print one line if the function is right in every case.

        Raises AssertionError that says what is counted wrongly.
        """
        self._fits(function)
        found = [self._number(function, case) for case in self.cases]
        due = [self.reference(**case.make()) for case in self.cases]
        off = [i for i in range(len(due)) if not _near(found[i], due[i])]
        if off:
            name, i = next(iter(self.returns)), off[0]
            says = self._formula(found) or self._rounded(found, due)
            says = says or self._traced(function) or self._unused(function)
            raise self._error(
                says or self._general(found, due, i),
                self.cases[i],
                f"here {self.counts(**self.cases[i].make())}",
                f"expected {name}: {due[i]:.6g}",
                f"found    {name}: {_digits(found[i], due[i])}",
            )
        print(f"{self.name}: right in all {len(self.cases)} cases.")

    def _number(self, function: Any, case: Case) -> float:
        """The answer to one case. Raises AssertionError for no number."""
        given = case.make()
        answer = self._call(function, case, given, None)
        if answer is None:
            says = hints.returned_none(function, case.make())
            raise self._error(says, case)
        if not isinstance(answer, Real) or isinstance(answer, bool):
            kind = type(answer).__name__
            cure = (
                " float(x) makes one of a tensor." if kind == "Tensor" else ""
            )
            says = f"return one plain number: yours returned {kind}.{cure}"
            raise self._error(says, case)
        fresh = case.make()
        sets = [name for name in fresh if isinstance(fresh[name], set)]
        if changed := [name for name in sets if given[name] != fresh[name]]:
            raise self._error(
                f"your function changes its argument {', '.join(changed)}. "
                f"a & b makes a new set; a &= b and a.add(...) change a.",
                case,
            )
        return float(answer)

    def _formula(self, found: list[float]) -> str | None:
        """The first known mistake that gives all of these answers."""
        if len(set(found)) == 1:
            return f"your rate is the same for all {self.each}: count them."
        for mistake in self.mistakes:
            made = [mistake.answer(**case.make()) for case in self.cases]
            if all(map(_near, found, made)):
                return mistake.message
        return None

    def _traced(self, function: Any) -> str | None:
        try:
            return self.trace(function) if self.trace else None
        except Exception:  # what fails on further calls says nothing more
            return None

    def _unused(self, function: Any) -> str | None:
        """The first argument that never has an effect, and should."""
        given = [case.make() for case in self.cases]
        for name in self.takes:
            sets = [one[name] for one in given]
            pairs = [(one, one | {name: x}) for one in given for x in sets]
            due = any(_moved(self.reference, *pair) for pair in pairs)
            if due and not any(_moved(function, *pair) for pair in pairs):
                return f"{name} has no effect on your rate."
        return None

    def _rounded(self, found: list[float], due: list[float]) -> str | None:
        """Are all answers nearly right?"""
        if any(abs(a - b) >= 0.01 for a, b in zip(found, due, strict=True)):
            return None
        return "your rate is nearly right: is it rounded? Leave it as it is."

    def _general(self, found: list[float], due: list[float], i: int) -> str:
        """What all answers have in common, or what the first wrong one says."""
        if all(map(_near, found, [-rate for rate in due])):
            return "the sign is turned: 1 minus the share that is right."
        rule = self.cases[i].says.split(" (")[0]
        side = "high" if found[i] > due[i] else "low"
        return f"{rule}: your rate is too {side}."


def _moved(function: Any, one: dict[str, Any], other: dict[str, Any]) -> bool:
    """True when the two answers differ, or one of them fails."""
    try:
        return not _near(function(*one.values()), function(*other.values()))
    except Exception:  # odd arguments say nothing about the answer
        return True


def _near(a: float, b: float) -> bool:
    """Equal but for the rounding of float32."""
    return abs(a - b) <= TOLERANCE


def _digits(found: float, due: float) -> str:
    """As many digits as it takes to see a difference."""
    shown = (f"{found:.{digits}g}" for digits in range(6, 18))
    return next(text for text in shown if not _near(float(text), due))
