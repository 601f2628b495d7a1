"""What an answer depends on, found by asking again."""

import pytest
import torch

from attnbook.check import dependence
from attnbook.check.checker import Attempt

TAKES = {"s": "B D", "W": "D D", "mask": "B", "words": ""}
GIVEN = {
    "s": torch.arange(1.0, 7.0).double().reshape(3, 2),
    "W": torch.eye(2).double() * 5,
    "mask": torch.ones(3, dtype=torch.bool),
    "words": ["un", "chien"],
}


def right(s, W, mask, words):
    """Each sentence by itself."""
    return s @ W


def attempt(function):
    """A look at this function, with `right` beside it."""

    def answer(of):
        return lambda changes: {"read": of(**GIVEN | changes)}

    found, expected = answer(function)({}), answer(right)({})
    return Attempt(
        TAKES,
        {"read": "B D"},
        GIVEN,
        found,
        expected,
        answer(function),
        answer(right),
    )


def test_a_right_answer_depends_on_all_it_should():
    assert dependence.of_others("read", attempt(right)) is None
    assert dependence.without_effect("read", attempt(right)) is None


def test_a_sentence_that_looks_at_another_one_is_named_with_the_argument():
    message = dependence.of_others(
        "read", attempt(lambda s, W, **_: s[:1].expand_as(s) @ W)
    )
    assert message.startswith(
        "read[1] changes when s changes in the other sentences only"
    )


def test_a_mean_over_the_batch_is_seen_from_the_first_sentence_on():
    message = dependence.of_others(
        "read", attempt(lambda s, W, **_: (s - s.mean(0)) @ W)
    )
    assert message.startswith("read[0] changes when s changes")


@pytest.mark.parametrize(
    ("unused", "function"),
    [("W", lambda s, **_: s), ("s", lambda W, **_: W[:1].expand(3, 2))],
)
def test_an_argument_without_effect_is_named(unused, function):
    assert dependence.without_effect("read", attempt(function)) == unused


def test_an_answer_that_fails_when_asked_again_tells_nothing():
    silent = attempt(lambda s, **_: s)._replace(again=lambda changes: None)
    assert dependence.of_others("read", silent) is None
    assert dependence.without_effect("read", silent) is None


def test_nan_is_close_to_nothing():
    nan = torch.tensor([float("nan")])
    assert not dependence.close(nan, nan)
    assert dependence.close(torch.ones(2), 1.0)
