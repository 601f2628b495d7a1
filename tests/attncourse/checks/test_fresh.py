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


NEVER = "what belongs at"
NONE = "The right "  # numbers follow, step by step
SAID = {
    ("frequencies", "goes all the way to 1"): ("is 1 / base itself", "almost"),
    ("frequencies", "divides by the number of pairs"): ("value times 2", "*"),
    ("layer_norm", "the small number outside"): ("added to the root", "almost"),
    ("layer_norm", "the small number as the"): ("clamp_min", "almost"),
    ("layer_norm", "normalises each feature"): (
        "where: centred and variance",
        "in variance",
    ),
    ("places", "keeps the padding"): ("mask is inverted", NEVER),
    ("places", "starts again after"): (NONE, NEVER),
    ("to_halves", "takes the second"): (NONE, NEVER),
    ("cached_step", "puts the new key"): (
        "where: keys and values\n",
        "is at T+1 = 0",
    ),
    ("cached_step", "divides the weights"): (
        "the / in scores is done after weights",
        NONE,
    ),
    ("post_norm_block", "the first shift"): ("where: x_2 and output", "x_1"),
    ("post_norm_block", "counts the norms"): ("with size 3", "size B"),
    ("by_convolution", "the last two axes"): ("filters or grid", "in grid"),
    ("class_rollout", "halves the identity"): (
        "in mixed, / lacks the brackets around +",
        "mean,",
    ),
    ("embed", "numbers of -0.5"): ("where: scaled, patches or", "in embedded"),
    ("embed", "scales the embeddings"): (
        "what scaled does is done after embedded",
        NONE,
    ),
    ("masked_batch", "the second comparison"): ("hidden has no effect", "in <"),
    ("masked_batch", "token 4"): ("> stands where >=", "too small"),
    ("post_norm_block", "gain and shift"): (
        "gain and shift are swapped",
        NONE,
    ),
    ("places", "goes on counting"): ("runs on from row to row", NONE),
    ("places", "moves the words"): ("True places in front", NONE),
    ("rotary", "places from the start"): ("from its first entry", NONE),
    ("infill", "starts from the orig"): ("its last entry alone", NONE),
    ("to_patches", "permutes the other"): ("goes the other way", NONE),
    ("nucleus", "divides by p"): ("p is used instead of total", NONE),
    ("nucleus", "the largest nucleus"): ("True in any row", NONE),
}


@pytest.mark.parametrize("answer", SAID, ids=": ".join)
def test_nothing_false_is_said(answer):
    """What holds in one case by chance is no cause, and no step is blamed
    where an earlier one may be wrong.
    """
    name, begin = answer
    key = next(key for key in KEYS if key.endswith(f".{name}"))
    wrongs = BANKS[key].wrongs
    text = said(key, next(f for what, f in wrongs if what.startswith(begin)))
    says, never = SAID[answer]
    assert says in text, text
    assert never not in text, text
