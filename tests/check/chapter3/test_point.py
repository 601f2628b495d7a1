"""The check of the pointing game: other right answers, and its cases."""

from fractions import Fraction

import pytest
import torch

from attnbook.check.chapter3 import pointing
from attnbook.check.chapter3.looked import hit, looks
from tests.check.said import said


def looped(weights, boxes, side):
    """Word by word, in plain Python."""
    words = looks(weights, boxes, side)
    return Fraction(sum(map(hit, words)), len(words))


def test_a_loop_over_the_words_passes(capsys):
    pointing(looped)
    assert "right in all 12 cases" in capsys.readouterr().out


def test_the_words_of_the_wrong_case_are_told():
    lines = said(pointing, lambda *given: 1.5 * float(looped(*given)))
    assert "here word 0: largest weight in row 0, column 2" in lines


@pytest.mark.parametrize("answer", [0.0, 1.0])
def test_the_same_share_for_all_is_named(answer):
    assert "the same for all words" in said(pointing, lambda *given: answer)


def test_what_fails_on_other_boxes_says_nothing_more():
    def fragile(weights, boxes, side):
        if weights.shape[1] == 2 and boxes[0, 2] - boxes[0, 0] == 1:
            raise ValueError("a box of one pixel")
        return float(looped(weights, boxes, side)) ** 3

    assert "your rate is too low" in said(pointing, fragile)


def test_a_mean_in_single_precision_passes(capsys):
    """As `hits.float().mean().item()` takes it."""
    pointing(lambda *given: torch.tensor(float(looped(*given))).item())
    assert "right in all 12 cases" in capsys.readouterr().out
