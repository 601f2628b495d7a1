"""A bug hunt: the right answer with one slip in it, to be found by calls."""

import random
from typing import Any

import torch

from attncourse.checks.exercise import Exercise, Slip
from attncourse.checks.mutations import one_step, search
from attncourse.checks.values import Values, numbers

TRIES = 3


class Hunt:
    """A function with a mistake in one step. Call it on inputs of your choice,
    then say which step it is: `bug.guess("weights")`.
    """

    def __init__(self, name: str, exercise: Exercise, seed: int) -> None:
        self._name, self._exercise, self._tries = name, exercise, TRIES
        self._slip = chosen(exercise, seed)

    def __repr__(self) -> str:
        exercise = self._exercise
        steps = "\n".join(f"  {exercise.label(n)}" for n in exercise.steps)
        return (
            f"{self._name}({', '.join(exercise.takes)}) with a mistake in "
            f"one of these steps:\n{steps}"
        )

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        """What the function with the mistake answers."""
        exercise = self._exercise
        values = dict(zip(exercise.takes, inputs, strict=False)) | named
        values = dict.fromkeys(exercise.takes) | values
        return exercise.answer(values, self._slip.change)

    def guess(self, step: str) -> None:
        """Print whether this is the step; after three tries, which it is.

        Raises ValueError for what is no step.
        """
        exercise, slip = self._exercise, self._slip
        if step not in exercise.steps:
            raise ValueError(
                f"no step {step!r}: the steps are {', '.join(exercise.steps)}"
            )
        self._tries -= 1
        if step == slip.step or self._fits(step):
            print(f"Right: in {slip.step}, {slip.message}.")
        elif self._tries > 0:
            print(f"No: {step} is right. Tries left: {self._tries}.")
        else:
            print(f"No. The mistake is in {slip.step}: {slip.message}.")

    @search.quiet()
    def _fits(self, step: str) -> bool:
        """True when a slip in this step gives the same in every case."""
        exercise, change = self._exercise, self._slip.change
        expected = exercise.traces()
        made = {c: exercise.trace({}, change, v) for c, v in expected.items()}
        last = [*exercise.steps][-1]
        return any(
            slip.step == step
            and search.explains(
                exercise, slip, exercise.returns, made, expected
            )
            for slip in search.all_slips(exercise, expected.values(), last)
        )


@search.quiet()
def chosen(exercise: Exercise, seed: int) -> Slip:
    """A slip for a hunt: it runs in every case, gives finite numbers, and makes
    a difference in most.
    """
    expected = [*exercise.traces().values()]
    largest = max(expected, key=numbers)
    last = [*exercise.steps][-1]
    kinds = [list(exercise.typical())]
    for way in one_step.HUNTED:
        kinds.append(list(search.by_way(way, exercise, largest, last)))
    draw = random.Random(seed)
    draw.shuffle(kinds)
    for kind in kinds:
        draw.shuffle(kind)
    found = (slip for kind in kinds for slip in kind)
    return next(s for s in found if _is_fair(exercise, s, expected))


def _is_fair(exercise: Exercise, slip: Slip, expected: list[Values]) -> bool:
    differ = 0
    for right in expected:
        try:
            made = exercise.trace({}, slip.change, right)
        except Exception:  # a slip need not fit every case
            return False
        for part in exercise.returns:
            x, y = (torch.as_tensor(values[part]) for values in (made, right))
            if x.shape != y.shape or not x.isfinite().all():
                return False
        differ += not exercise.same(made, right)
    return 2 * differ > len(expected)
