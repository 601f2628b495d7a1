"""Answers to chapters 6 to 9 by somebody who knew neither the checks nor what
they say: none is judged wrongly, and few hear no cause.
"""

from pathlib import Path

import pytest

from attnbook.check.refusal import Refusal
from tests.check.bank import load
from tests.check.toys import CHECKS

FRESH = Path(__file__).parent / "fresh"
KEYS = sorted(f"{p.parent.name}.{p.stem}" for p in FRESH.glob("*/*.py"))
BANKS = {key: load(key, f"{__package__}.fresh") for key in KEYS}


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
    assert len(heard) == 8 * len(KEYS) == 128
    assert [answer for answer, text in heard.items() if text is None] == []
    silent = [a for a, text in heard.items() if "No single mistake" in text]
    assert len(silent) <= len(heard) / 5, silent
