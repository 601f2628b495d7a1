"""A check: small cases, the right answer to each, and what can be said of a
wrong one.

A wrong answer is judged by its form, then by its properties or its trace (each
a `Look`), which name the place of the mistake; a `Mistake` that gives just this
answer is named beside it.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch

from attnbook.check import calls, forms, hints


class Case(NamedTuple):
    """One call. `make` builds the arguments anew each time, so that a changed
    argument shows.
    """

    says: str
    make: Callable[[], dict[str, Any]]


class Mistake(NamedTuple):
    """A typical wrong answer: what to say of it, and the function of someone
    who makes it.
    """

    message: str
    answer: Callable[..., Any]


class Sighting(NamedTuple):
    """What a look has seen: the sentences, lines that show it, and the part of
    the answer that it blames.
    """

    says: str
    shows: tuple[str, ...] = ()
    part: str | None = None


class Attempt(NamedTuple):
    """A wrong answer of the right form, by the names in `Check.returns`; all
    None where an argument refused a call.
    """

    takes: dict[str, str]
    returns: dict[str, str]
    given: dict[str, Any]
    found: dict[str, Any]
    expected: dict[str, Any]
    again: Callable[[dict[str, Any]], dict[str, Any] | None]
    """The learner's answer with some arguments changed; None where it fails or
    has another form.
    """
    right: Callable[[dict[str, Any]], dict[str, Any]]
    """The right answer with the same arguments changed."""


Look = Callable[[Attempt], Sighting | None]


@dataclass(frozen=True)
class Check:
    """Runs a learner's function on every case, in order; the first wrong case
    decides what is said.

    `takes` and `returns` name arguments and results with their shapes:
    {"context": "B M", "weights": "B S"}. Looks are tried in order, then
    mistakes; each mistake must differ from `reference` in some case.
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

        Raises AssertionError that says where the mistake is, and shows what was
        expected and what was found.
        """
        self._fits(function)
        for case in self.cases:
            given, expected = case.make(), self.reference(**case.make())
            luck = _luck()
            found = self._call(function, case, given, expected)
            if forms.same(found, expected):
                continue
            if found is None:
                raise self._error(
                    hints.returned_none(function, case.make()), case
                )
            if complaint := forms.complaint(
                found, expected, self.returns, hints.letters(given, self.takes)
            ):
                raise self._error(complaint, *self._likely(case, found), case)
            if luck != _luck():
                raise self._error(CHANCE, case)
            raise self._error(
                *self._diagnose(function, case, given, found, expected)
            )
        print(f"{self.name}: right in all {len(self.cases)} cases.")

    def _error(self, *lines: Case | str) -> AssertionError:
        told = (
            f"case: {line.says}" if isinstance(line, Case) else line
            for line in lines
        )
        return AssertionError(f"{self.name}: " + "\n  ".join(told))

    def _fits(self, function: Any) -> None:
        """Raises AssertionError for what is no function of these arguments."""
        try:
            calls.fits(function, self.takes)
        except calls.Failed as failed:
            raise self._error(*failed.args) from failed.__cause__

    def _call(
        self, function: Any, case: Case, given: dict[str, Any], expected: Any
    ) -> Any:
        """What the function answers. Raises AssertionError when it fails, or
        changes what it was given.
        """
        luck = _luck()
        try:
            return calls.answer(function, given, case.make(), self.takes)
        except NotImplementedError:
            raise self._error(
                "not written yet. Replace the line that raises by your code."
            ) from None
        except calls.Failed as failed:
            raise self._error(*failed.args, case) from failed.__cause__
        except calls.Refused as refused:
            if luck != _luck():
                raise self._error(CHANCE, case) from refused
            seen = self._look(function, case, given, None, expected)
            says, shows = seen[:2] if seen else (str(refused), ())
            raise self._error(says, case, *shows) from refused

    def _diagnose(
        self, function: Any, case: Case, given: dict, found: Any, expected: Any
    ) -> Iterator[Case | str]:
        """The place of the mistake, the mistake that gives just this answer,
        and what shows both.
        """
        seen = self._look(function, case, given, found, expected)
        seen = seen or Sighting("")
        likely = list(self._likely(case, found))
        yield seen.says or (
            likely.pop(0).removeprefix("likely: ")
            if likely
            else "the values are wrong."
        )
        yield from likely
        yield case
        yield from seen.shows
        # the row that is spoken of is the one to show
        row = re.search(rf"{seen.part}\[(\d+)", seen.says)
        lines = forms.difference(
            found, expected, self.returns, int(row[1]) if row else 0
        )
        yield from (line for part, line in lines if seen.part in (None, part))

    def _likely(self, case: Case, found: Any) -> Iterator[str]:
        """The first known mistake that gives just this answer."""
        known = (
            m.message
            for m in self.mistakes
            if forms.same(found, m.answer(**case.make()))
        )
        yield from (f"likely: {message}" for message in list(known)[:1])

    def _look(
        self, function: Any, case: Case, given: dict, found: Any, expected: Any
    ) -> Sighting | None:
        def again(changes: dict[str, Any]) -> dict[str, Any] | None:
            try:
                answer = function(*(case.make() | changes).values())
            except Exception:
                # what fails on odd arguments says nothing about the answer
                return None
            return (
                None
                if forms.complaint(answer, expected, self.returns)
                else self._parts(answer)
            )

        def right(changes: dict[str, Any]) -> dict[str, Any]:
            return self._parts(self.reference(**case.make() | changes))

        there = (
            dict.fromkeys(self.returns) if found is None else self._parts(found)
        )
        attempt = Attempt(
            self.takes,
            self.returns,
            given,
            there,
            self._parts(expected),
            again,
            right,
        )
        if (
            found is not None
            and (other := again({}))
            and not forms.same(tuple(other.values()), tuple(there.values()))
        ):
            return Sighting(KEPT)
        return next(
            (seen for look in self.looks if (seen := look(attempt))), None
        )

    def _parts(self, answer: Any) -> dict[str, Any]:
        return dict(
            zip(
                self.returns,
                answer if len(self.returns) > 1 else (answer,),
                strict=True,
            )
        )


CHANCE = (
    "a random choice was made. The answer must follow from the arguments alone."
)
KEPT = (
    "a second call with the same arguments gives another answer: something is "
    "kept from call to call. Does your answer hold the tokens or numbers of an "
    "earlier call? Make lists and tensors inside the function, not outside it, "
    "and not as a default argument."
)


def _luck() -> tuple:
    """The state of the random generators: another one afterwards shows that a
    random number was drawn.
    """
    return bytes(torch.get_rng_state().tolist()), random.getstate()
