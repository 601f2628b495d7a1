"""Words that look, and the cases made of them."""

import torch

from attnbook.check.chapter3.looked import (
    hit,
    looks,
    share,
    told,
    within,
    word_case,
)

CASE = word_case(
    "a rule", (2, 3), ((1, 2), (16, 12, 24, 24)), ((0, 0), (9,) * 4)
)


def test_a_case_puts_the_largest_weight_where_it_says():
    weights = CASE.make()["weights"]
    assert weights.flatten(1).argmax(1).tolist() == [5, 0]
    assert torch.allclose(weights.sum((1, 2)), torch.ones(2).double())
    assert CASE.says == "a rule (T=2, I=2, J=3)"


def test_a_place_has_its_centre_in_pixels():
    first, second = looks(**CASE.make())
    assert first.centre == (20, 18)
    assert second.centre == (4, 6)
    assert [hit(first), hit(second)] == [True, False]
    assert share(hit, **CASE.make()) == 0.5


def test_right_and_bottom_are_one_past_the_end():
    assert within(2.0, 3.0, (2, 3, 4, 5))
    assert not within(4.0, 3.0, (2, 3, 4, 5))
    assert not within(2.0, 5.0, (2, 3, 4, 5))


def test_each_word_is_told():
    text = told(**CASE.make())
    assert "word 0: largest weight in row 1, column 2 of 2 x 3 places" in text
    assert "centre x = 4, y = 6, box (9, 9, 9, 9), no hit" in text
