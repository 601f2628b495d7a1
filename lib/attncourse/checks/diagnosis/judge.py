"""An answer is asked for every case, and refused where it is wrong in one."""

from typing import Any

from torch import Tensor

from attncourse.checks.calling import calls, forms, gradient, hints
from attncourse.checks.diagnosis.diagnosis import Diagnosis, alike, sizes
from attncourse.checks.exercise import Exercise
from attncourse.checks.failed import CheckFailed
from attncourse.checks.mutations import search
from attncourse.checks.values import Values


def judge(exercise: Exercise, function: Any, hint: bool) -> None:
    """Raises CheckFailed for an answer that is wrong in some case."""
    expected = exercise.traces()
    # where sizes differ, an error and a wrong shape can be told in letters
    order = sorted(
        expected, key=lambda case: -len({*sizes(exercise, expected[case])})
    )
    asked = {
        case: _ask(exercise, function, case, exercise.parts(expected[case]))
        for case in order
    }
    answers = {case: asked[case] for case in expected}
    if alike(exercise, answers, expected):
        if exercise.learned:
            gradient.check(exercise, function)
        return
    names = exercise.returns
    turned = {
        case: dict(zip(names, reversed(answer.values()), strict=True))
        for case, answer in answers.items()
    }
    if alike(exercise, turned, expected):
        raise CheckFailed(
            f"the order is wrong: return ({', '.join(names)}), in this order."
        )
    seen = Diagnosis(exercise, function, answers, expected)
    with search.quiet():
        lines = [*seen.lines(hint)]
    raise CheckFailed(*lines, seen=seen)


def _ask(
    exercise: Exercise, function: Any, case: str, expected: Values
) -> Values:
    """The answer to one case, by the names in `returns`, as is the right one.

    Raises CheckFailed for an answer that cannot be judged.
    """
    inputs, fresh, more = (exercise.inputs(case) for _ in range(3))
    axes = {n: exercise.steps[n].axes.replace("'", "") for n in expected}
    letters = hints.letters(inputs | expected, exercise.takes | axes)
    dtypes = {x.dtype for x in inputs.values() if isinstance(x, Tensor)}
    try:
        actual = calls.answer(function, inputs, fresh, more, exercise.takes)
        if complaint := forms.complaint(
            actual, expected, axes, letters, dtypes
        ):
            raise CheckFailed(complaint)
        calls.check_rerun(function, more, actual)
    except CheckFailed as failed:
        failed.lines.append(f"case: {case}")
        raise
    return forms.parts(actual, expected)
