"""Answers to chapters 6 to 9 by somebody who knew neither the checks nor what
they say: none is judged wrongly, and few hear no cause.
"""

import pytest

from attncourse.checks.refusal import Refusal
from tests.attncourse.checks.bank import keys, load
from tests.attncourse.checks.kinds import known
from tests.attncourse.checks.toys import CHECKS

KEYS = keys("fresh")
BANKS = {key: load(key, "fresh") for key in KEYS}


def said(key, answer):
    """What the check of an exercise says of a wrong answer; nothing of a right
    one.
    """
    try:
        CHECKS[key](answer, hint=True)
    except Refusal as refusal:
        return str(refusal)
    return None


@pytest.mark.parametrize("key", KEYS)
def test_right_answers_pass(key):
    assert [said(key, answer) for answer in BANKS[key].rights] == [None, None]


def test_wrong_answers_are_refused_and_hear_why():
    """At most one in five hears that no single mistake explains its numbers."""
    heard = {
        (key, what): said(key, answer)
        for key, bank in BANKS.items()
        for what, answer in bank.wrongs
    }
    assert len(heard) == 8 * len(KEYS) == 184
    assert [answer for answer, text in heard.items() if text is None] == []
    silent = [a for a, text in heard.items() if "No single mistake" in text]
    assert len(silent) <= len(heard) / 5, silent


SAID = {
    (key, begin): text
    for key, answers in known("SAID").items()
    for begin, text in answers.items()
}


@pytest.mark.parametrize("answer", SAID, ids=": ".join)
def test_nothing_false_is_said(answer):
    """What holds in one case by chance is no cause, and no step is blamed
    where an earlier one may be wrong.
    """
    key, begin = answer
    wrongs = BANKS[key].wrongs
    text = said(key, next(f for what, f in wrongs if what.startswith(begin)))
    says, never = SAID[answer]
    assert says in text, text
    assert never not in text, text
