"""The bank: right answers pass, wrong ones are refused and told where."""

import pytest

from attncourse.checks.diagnosis import diagnosis
from attncourse.checks.loops.runs import Fault
from attncourse.checks.refusal import Refusal
from attncourse.checks.values import apart
from tests.attncourse.checks.bank import KEYS, load
from tests.attncourse.checks.toys import CHECKS


def test_every_exercise_has_its_bank():
    assert sorted(CHECKS) == KEYS
    for key in KEYS:
        assert len(load(key).wrongs) >= 8
        assert len(load(key).rights) >= 6


@pytest.mark.parametrize("key", KEYS)
def test_right_answers_pass_however_they_are_written(key, capsys):
    check = CHECKS[key]
    line = f"{check.name}: right in all {len(check.exercise.cases)} "
    for right in (check.exercise.reference, *load(key).rights):
        check(right)
        assert capsys.readouterr().out == f"{line}cases.\n"


@pytest.mark.parametrize("key", KEYS)
def test_wrong_answers_are_refused_and_told_where(key):
    """Of each bank, at most two hear no more than the numbers of all steps.

    The others hear an error, what is wrong with the form, a step, or what is
    wrong with the numbers as such.
    """
    unnamed = []
    for message, wrong in load(key).wrongs:
        with pytest.raises(Refusal) as failure:
            CHECKS[key](wrong)
        seen, message = failure.value.seen, str(failure.value)
        assert message.startswith(f"{CHECKS[key].name}: ")
        if isinstance(seen, diagnosis.Diagnosis):
            assert own_number(seen) in message.replace("yours is", "yours")
            assert ("hint=True" in message) == bool(seen.slip)
            if not seen.slip and not seen.property:
                unnamed.append(message)
        elif isinstance(seen, Fault):
            assert ("hint=True" in message) == bool(seen.hint)
    assert len(unnamed) <= 2, unnamed


def own_number(seen: diagnosis.Diagnosis) -> str:
    """The learner's own number at the entry that is shown."""
    at = tuple(seen.entry.at.values())
    found = seen.answers[seen.case][seen.part]
    due = seen.expected[seen.case][seen.part]
    pair = (found[at], due[at]) if at else (found, due)
    return f"yours {apart(*pair)[0]}"
