"""The steps of each exercise give what `spec` gives, loop by loop."""

import pytest

from tests.attncourse.checks.toys import EXERCISES
from tests.environment import room


@pytest.mark.parametrize("key", EXERCISES)
def test_the_steps_give_what_spec_gives(key):
    exercise = EXERCISES[key]
    chapter, name = key.split(".")
    judge = getattr(room(chapter, "oracles"), name)
    for case, values in exercise.traces().items():
        right = judge(**exercise.inputs(case))
        right = right if len(exercise.returns) > 1 else (right,)
        expected = dict(zip(exercise.returns, right, strict=True))
        assert exercise.same(values, expected), case


@pytest.mark.parametrize("key", EXERCISES)
def test_takes_names_the_arguments_and_cases_are_the_same_each_time(key):
    exercise = EXERCISES[key]
    for case in exercise.cases:
        assert [*exercise.inputs(case)] == [*exercise.takes]
        assert repr(exercise.inputs(case)) == repr(exercise.inputs(case))
