"""Errors of torch and Python, with their numbers in letters."""

import pytest
import torch

from attnbook.check import hints

TAKES = {"s": "B D", "h": "B S M", "W": "A D", "v": "A", "words": ""}
GIVEN = {
    "s": torch.zeros(3, 2),
    "h": torch.zeros(3, 5, 7),
    "W": torch.zeros(11, 2),
    "v": torch.zeros(11),
    "words": ["un", "chien"],
}


def told(fails, takes=TAKES, given=GIVEN) -> str:
    """The lines for the error that a call raises."""
    with pytest.raises(Exception) as failure:
        fails(**given)
    return "\n".join(hints.lines(failure.value, fails, given, takes))


def test_a_matrix_that_must_be_turned_is_named():
    lines = told(lambda s, W, **_: s @ W)
    assert "(BxD and AxD)" in lines
    assert "here D meets A" in lines
    assert "W is A x D: take W.T." in lines


def test_a_product_that_no_turning_mends_names_its_letters_only():
    lines = told(lambda s, v, **_: s @ v[:, None])
    assert "here D meets A" in lines
    assert ".T" not in lines


def test_a_missing_axis_is_named():
    lines = told(lambda s, h, **_: s + h)
    assert "(D) must match" in lines
    assert "(M) at" in lines
    assert "x[:, None]" in lines


def test_a_vector_on_the_wrong_side_is_told_which_axes_meet():
    assert "the last axis of x meets the last but one of y" in told(lambda h, v, **_: v @ h)
    assert "the last axis of x meets the last but one of y" in told(lambda W, v, **_: W @ v)


def test_every_shape_is_listed_once_by_letters_and_numbers():
    last = told(lambda s, W, **_: s @ W).splitlines()[-1]
    assert last == "shapes: s (B, D) = (3, 2), h (B, S, M) = (3, 5, 7), W (A, D) = (11, 2), v (A) = (11,)"


def test_numbers_that_are_no_sizes_stay():
    assert "in letters: dimension 1 of D.5 and 13" not in told(lambda **_: _raise(RuntimeError("dimension 1 of 2.5")))
    assert "in letters" not in told(lambda **_: _raise(RuntimeError("dimension 1 of 2.5 and 13 in batch2")))


def test_the_pair_that_step_returns_is_named_where_a_function_steps():
    def fails(**_):
        return (1, 2).argmax()

    assert "log_probabilities, state = step(state, token)" in told(fails, {"step": ""}, {"step": None})
    assert told(fails) == ""


def test_a_name_that_is_not_there_is_answered_with_those_that_are():
    assert "its arguments, s, h, W, v, words" in told(lambda **_: memory)  # noqa: F821


def _raise(error: Exception) -> None:
    raise error
