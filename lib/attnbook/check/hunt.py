"""A bug hunt: the right answer with one slip in it, to be found by calls."""

import random
import warnings
from typing import Any

import torch

from attnbook.check import slips, ways
from attnbook.check.diagnosis import explains
from attnbook.check.exercise import Exercise, Slip, Values
from attnbook.check.values import count

TRIES = 3


class Hunt:
    """A function with a mistake in one step. Call it on inputs of your choice,
    then say which step it is: `bug.guess("weights")`.
    """

    def __init__(self, exercise: Exercise, seed: int) -> None:
        self._exercise, self._tries = exercise, TRIES
        self._slip = chosen(exercise, seed)

    def __repr__(self) -> str:
        exercise = self._exercise
        steps = "\n".join(f"  {exercise.label(n)}" for n in exercise.steps)
        return (
            f"{exercise.name}({', '.join(exercise.takes)}) with a mistake in "
            f"one of these steps:\n{steps}"
        )

    def __call__(self, *inputs: Any, **named: Any) -> Any:
        """What the function with the mistake answers."""
        exercise = self._exercise
        values = dict(zip(exercise.takes, inputs, strict=False)) | named
        values = dict.fromkeys(exercise.takes) | values
        parts = exercise.parts(exercise.trace(values, self._slip.change))
        return tuple(parts.values()) if len(parts) > 1 else [*parts.values()][0]

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
            print(f"No. It is {slip.step}: {slip.message}.")

    def _fits(self, step: str) -> bool:
        """True when a slip in this step gives the same in every case."""
        exercise = self._exercise
        expected = {
            c: exercise.trace(make()) for c, make in exercise.cases.items()
        }
        made = {
            case: exercise.trace({}, self._slip.change, values)
            for case, values in expected.items()
        }
        with warnings.catch_warnings(), torch.no_grad():
            warnings.simplefilter("ignore")
            return any(
                slip.step == step
                and explains(exercise, slip, exercise.returns, made, expected)
                for slip in slips.all_slips(
                    exercise, expected.values(), [*exercise.steps][-1]
                )
            )


def chosen(exercise: Exercise, seed: int) -> Slip:
    """A slip for a hunt: it runs in every case, gives finite numbers, and makes
    a difference in most.
    """
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        expected = [exercise.trace(make()) for make in exercise.cases.values()]
        largest = max(expected, key=lambda v: sum(map(count, v.values())))
        last = [*exercise.steps][-1]
        kinds = [list(exercise.typical())]
        kinds += [
            list(slips.by_way(way, exercise, largest, last))
            for way in ways.HUNTED
        ]
        draw = random.Random(seed)
        draw.shuffle(kinds)
        for kind in kinds:
            draw.shuffle(kind)
        found = (slip for kind in kinds for slip in kind)
        return next(s for s in found if _is_fair(exercise, s, expected))


def _is_fair(exercise: Exercise, slip: Slip, expected: list[Values]) -> bool:
    try:
        moved = [
            _moved(exercise, exercise.trace({}, slip.change, values), values)
            for values in expected
        ]
    except Exception:  # a slip need not fit every case
        return False
    return 2 * moved.count(True) > len(moved)


def _moved(exercise: Exercise, made: Values, due: Values) -> bool:
    """True when a part differs. Raises ValueError for one of another form, or
    that is not finite.
    """
    for part in exercise.returns:
        x = torch.as_tensor(made[part])
        if (
            x.shape != torch.as_tensor(due[part]).shape
            or not x.isfinite().all()
        ):
            raise ValueError(f"{part} has another form")
    return not all(exercise.same(n, made[n], due[n]) for n in exercise.returns)
