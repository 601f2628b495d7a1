"""The bank: right answers pass, wrong ones are refused and told where, and
nothing false is said.
"""

import pytest

from attncourse.checks.diagnosis import diagnosis
from attncourse.checks.failed import CheckFailed
from attncourse.checks.loops.runs import Fault
from attncourse.checks.values import apart
from tests.attncourse.checks import sentences
from tests.attncourse.checks.bank import KEYS, Function, load
from tests.attncourse.checks.expectations import known
from tests.attncourse.checks.toys import CHECKS

SAID = known("SAID")
MOST = 0.1


def test_every_exercise_has_its_bank():
    assert sorted(CHECKS) == KEYS
    for key in KEYS:
        assert len(load(key).wrongs) >= 4
        assert len(load(key).rights) >= 3


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
    heard = {what: refused(key, wrong) for what, wrong in load(key).wrongs}
    unnamed = []
    for what, refusal in heard.items():
        seen, message = refusal.seen, str(refusal)
        assert message.startswith(f"{CHECKS[key].name}: ")
        if isinstance(seen, diagnosis.Diagnosis):
            assert own_number(seen) in message.replace("yours is", "yours")
            assert ("hint: in " in message) == bool(seen.slip)
            sentences.check(seen, what)
            if not seen.slip and not seen.property:
                unnamed.append(what)
        elif isinstance(seen, Fault):
            assert ("hint: " in message) == bool(seen.hint)
    assert len(unnamed) <= 3, unnamed
    check_true(key, heard)


def test_of_fresh_answers_one_in_ten_hears_that_no_mistake_is_known():
    """At most: the engine was not tuned to them when they were written."""
    fresh = [
        (key, what, wrong)
        for key in KEYS
        for what, wrong in load(key).wrongs
        if what in load(key).unseen
    ]
    unknown = [
        (key, what)
        for key, what, wrong in fresh
        if diagnosis.UNKNOWN in str(refused(key, wrong))
    ]
    assert len(fresh) >= 4 * len(KEYS)
    assert len(unknown) <= MOST * len(fresh), unknown


def refused(key: str, wrong: Function) -> CheckFailed:
    with pytest.raises(CheckFailed) as failure:
        CHECKS[key](wrong, hint=True)
    return failure.value


def check_true(key: str, heard: dict[str, CheckFailed]) -> None:
    """What holds in one case by chance is no cause, and no step is blamed
    where an earlier one may be wrong.
    """
    for begin, (says, never) in SAID.get(key, {}).items():
        (what,) = [what for what in heard if what.startswith(begin)]
        message = str(heard[what])
        assert says in message, message
        assert never not in message, message


def own_number(seen: diagnosis.Diagnosis) -> str:
    """The learner's own number at the entry that is shown."""
    at = tuple(seen.entry.at.values())
    found = seen.answers[seen.case][seen.part]
    due = seen.expected[seen.case][seen.part]
    pair = (found[at], due[at]) if at else (found, due)
    return f"yours {apart(*pair)[0]}"
