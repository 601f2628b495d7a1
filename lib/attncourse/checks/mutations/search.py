"""What may go wrong in any step: the chain again, one step done otherwise.

No slip knows an exercise. The error model, with a fixed reference, is that of
Singh, Gulwani and Solar-Lezama, PLDI 2013.
"""

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import torch

from attncourse.checks.exercise import Change, Exercise, Slip
from attncourse.checks.mutations import one_step, whole_chain
from attncourse.checks.mutations.spot import Spot
from attncourse.checks.values import Values, kind, numbers, written

TRIED = 4000  # slips of one answer; a person has waited long enough


@contextmanager
def quiet() -> Iterator[None]:
    """No gradients, and no warnings: a slip may do odd things."""
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        yield


def all_slips(
    exercise: Exercise, cases: Iterable[Values], part: str
) -> Iterator[Slip]:
    """The slips that the values of some case call for, each once."""
    seen = set[tuple[str, ...]]()
    kinds = dict[tuple[Any, ...], Values]()
    for values in cases:
        like = tuple(map(kind, values.values()))
        kinds[like] = max(kinds.get(like, values), values, key=numbers)
    for values in kinds.values():
        for slip in slips(exercise, values, part):
            if (key := (slip.message, *slip.change)) not in seen:
                seen.add(key)
                yield slip


def slips(exercise: Exercise, values: Values, part: str) -> Iterator[Slip]:
    """The typical mistakes of the exercise, then each slip of each step that
    a part is made of, with its values in one case.
    """
    yield from exercise.typical()
    for way in one_step.ALL:
        yield from by_way(way, exercise, values, part)
    yield from whole_chain.slips(exercise, values)
    yield from _siblings(_spots(exercise, values, part))


def by_way(
    way: one_step.Way, exercise: Exercise, values: Values, part: str
) -> Iterator[Slip]:
    """The slips of one kind, those of the last step first."""
    for spot in _spots(exercise, values, part):
        for message, step in way(spot):
            yield Slip(spot.name, message, {spot.name: step})


def before(exercise: Exercise, values: Values, slip: Slip) -> Iterator[Slip]:
    """The same slip in this step and in those that it is made of."""
    for way in one_step.ALL:
        for other in by_way(way, exercise, values, slip.step):
            if other.message == slip.message:
                yield other


def _spots(exercise: Exercise, values: Values, part: str) -> list[Spot]:
    causes = exercise.causes(part)[::-1]
    return [Spot(exercise, values, name) for name in causes]


def _siblings(spots: list[Spot]) -> Iterator[Slip]:
    """The same slip in steps of one form, as queries, keys and values."""
    groups: dict[Any, list[Spot]] = {}
    for spot in spots:
        code = getattr(spot.step.make, "__code__", None)
        form = code and (code.co_code, code.co_names, code.co_consts)
        key = form or spot.step.make, spot.step.axes.replace("'", "")
        groups.setdefault(key, []).append(spot)
    for group in (g for g in groups.values() if len(g) > 1):
        for size in range(len(group), 1, -1):
            for some in combinations(group, size):
                yield from _alike(some)


def _alike(spots: tuple[Spot, ...]) -> Iterator[Slip]:
    names = [spot.name for spot in spots]
    for way in one_step.SIMPLE:
        for same in zip(*map(way, spots), strict=False):
            steps = dict(zip(names, (step for _, step in same), strict=True))
            words = (message.replace("'", "") for message, _ in same[::-1])
            messages = dict.fromkeys(words)
            yield Slip(names[-1], ", ".join(messages), steps)


class Judge:
    """Says of a slip whether the chain with it gives some parts of the answers
    in every case, and in which of their forms. The first case is one in which
    they are wrong; what a step may become there is followed up once.
    """

    def __init__(
        self,
        exercise: Exercise,
        parts: Iterable[str],
        forms: list[dict[str, Values]],
        expected: dict[str, Values],
    ) -> None:
        self.exercise, self.parts = exercise, [*parts]
        self.forms, self.expected = forms, expected
        self.first, *self.rest = forms[0]
        self.followed = dict[tuple[str, str], list[dict[str, Values]]]()

    def __call__(self, slip: Slip) -> list[dict[str, Values]]:
        """The forms that it explains."""
        try:
            left = self._first(slip)
            for case in self.rest:
                left = left and self._left(left, slip.change, case)
        except Exception:  # a slip need not fit every case
            return []
        return left

    def best(self, found: Iterable[Slip]) -> Slip | None:
        """The first slip that explains the answers as they are, else the first
        that explains them in another form.
        """
        spare = None
        for slip in found:
            forms = self(slip)
            if any(form is self.forms[0] for form in forms):
                return slip
            spare = spare or (slip if forms else None)
        return spare

    def _first(self, slip: Slip) -> list[dict[str, Values]]:
        """The forms in which the answer to the first case is explained."""
        if len(slip.change) > 1:
            return self._left(self.forms, slip.change, self.first)
        ((name, step),) = slip.change.items()
        right = self.expected[self.first]
        value = step.make(*(right[need] for need in step.needs))
        key = name, written(value)
        if key not in self.followed:
            change = {name: step.made(lambda *_: value, *step.needs)}
            self.followed[key] = self._left(self.forms, change, self.first)
        return self.followed[key]

    def _left(
        self, forms: list[dict[str, Values]], change: Change, case: str
    ) -> list[dict[str, Values]]:
        exercise = self.exercise
        values = exercise.trace({}, change, self.expected[case])
        return [f for f in forms if exercise.same(f[case], values, *self.parts)]


def explains(
    exercise: Exercise,
    slip: Slip,
    parts: Iterable[str],
    answers: dict[str, Values],
    expected: dict[str, Values],
) -> bool:
    """True when the chain with this slip gives these parts in every case."""
    return bool(Judge(exercise, parts, [answers], expected)(slip))
