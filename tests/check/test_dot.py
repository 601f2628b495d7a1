"""The check of scaled dot products: what is said of the scale."""

import pytest
import torch

from attnbook.check.dot import dot_attention
from tests.check.said import said


def attend(s, h, mask, factor):
    """The right answer, its scores times `factor`."""
    e = factor * torch.einsum("bm,bsm->bs", s, h)
    weights = e.masked_fill(~mask, float("-inf")).softmax(-1).nan_to_num(0.0)
    return torch.einsum("bs,bsm->bm", weights, h), weights


def test_a_matrix_product_passes(capsys):
    def product(s, h, mask, scale):
        e = (scale * s[:, None] @ h.mT)[:, 0]
        e = e.masked_fill(~mask, float("-inf"))
        weights = e.softmax(-1).nan_to_num(0.0)
        return (weights[:, None] @ h)[:, 0], weights

    dot_attention(product)
    assert "right in all 4 cases" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("factor", "words"),
    [
        (lambda scale, M: 1.0, "scale has no effect on your weights"),
        (lambda scale, M: M**-0.5, "you divide by sqrt(M), whatever it says"),
        (lambda scale, M: 1 / M, "you divide by M, whatever it says"),
        (lambda scale, M: 1 / scale, "you divide the scores by scale"),
        (lambda scale, M: scale**2, "scale is in the scores twice"),
        (lambda scale, M: -scale, "your scores have the wrong sign"),
        (lambda scale, M: 2 * scale, "the right one times 2."),
    ],
)
def test_what_became_of_the_scale_is_named(factor, words):
    def wrong(s, h, mask, scale):
        return attend(s, h, mask, factor(scale, s.shape[-1]))

    assert words in said(dot_attention, wrong)


def test_a_scale_on_the_weights_is_told_from_one_on_the_scores():
    def after(s, h, mask, scale):
        read, weights = attend(s, h, mask, 1.0)
        return read * scale, weights * scale

    assert "scale multiplies the weights" in said(dot_attention, after)
