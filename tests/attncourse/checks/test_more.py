"""Cases that are not in the notebook: of the same kinds, and as fair."""

from dataclasses import replace

import pytest
import torch

from attncourse.checks.cases import OTHER, case
from attncourse.checks.checker import Check
from attncourse.checks.exercise import Exercise
from attncourse.checks.failed import CheckFailed
from attncourse.checks.loops.loop import Loop
from attncourse.checks.values import written
from tests.attncourse.checks.toys import CHECKS, EXERCISES

MADE = case(3, B=2, T=5, K=3)
AXES = {"X": "B T K"}


def test_a_seed_makes_other_numbers_and_sizes() -> None:
    made = [MADE.other(seed, free=True)(AXES)["X"] for seed in range(8)]
    assert len({float(x.flatten()[0]) for x in made}) == 8
    assert {x.shape[0] for x in made} == {2, 4}
    assert {x.shape[1] for x in made} == {5, 7}
    assert {x.shape[2] for x in made} == {3}
    again = MADE.other(0, free=True)(AXES)["X"]
    assert torch.equal(made[0], again)
    assert MADE.other(1, free=False)(AXES)["X"].shape == (2, 5, 3)


@pytest.mark.long
@pytest.mark.usefixtures("undiagnosed")
@pytest.mark.parametrize("key", CHECKS)
def test_the_reference_is_right_and_typical_mistakes_are_not(key: str) -> None:
    check = CHECKS[key]
    exercise = check.exercise.more(11)
    drawn = [n for n in exercise.cases if n.startswith(OTHER)]
    assert len(exercise.cases) == len(check.exercise.cases) + len(drawn)
    if isinstance(exercise, Loop):
        wrong = [*exercise.mistakes.values()]
    else:
        wrong = [
            lambda *args, change=slip.change: exercise.answer(
                dict(zip(exercise.takes, args, strict=True)), change
            )
            for slip in exercise.typical()
        ]
    Check(check.name, exercise).judge(exercise.reference)
    for answer in wrong:
        with pytest.raises(CheckFailed):
            Check(check.name, exercise).judge(answer)


@pytest.mark.parametrize("key", EXERCISES)
def test_a_seed_makes_cases_that_nobody_has(key: str) -> None:
    """At least three, other than those in the notebook and those of another
    seed: all results of the notebook, written in a table, are no answer.
    """
    given = told(EXERCISES[key])
    seen = [told(EXERCISES[key].more(seed)) - given for seed in (1, 2, 11)]
    assert min(map(len, seen)) >= 3
    assert not seen[0] & seen[1] & seen[2]


def told(exercise: Exercise) -> set[str]:
    """The arguments of all its cases, as text."""
    cases = map(exercise.inputs, exercise.cases)
    return {str([*map(written, inputs.values())]) for inputs in cases}


def test_nothing_is_drawn_where_other_numbers_make_another_case() -> None:
    def draw(chance):
        pytest.fail("a case is drawn")

    exercise = replace(EXERCISES["chapter4.attend"], draw=draw)
    assert len(exercise.more(3).cases) > len(exercise.cases)
