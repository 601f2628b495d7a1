"""The check of the layer: other right answers, and scores near 1."""

import pytest
import torch

from attnbook.check.chapter4 import attention_layer
from tests.check.said import said


def joined(x, memory, W_q, W_k, W_v):
    """One matrix between input and memory, W_q W_k^T."""
    between = W_q @ W_k.T / W_q.shape[-1] ** 0.5
    weights = torch.einsum("btd,dm,bsm->bts", x, between, memory).softmax(-1)
    return weights @ memory @ W_v, weights


def by_columns(x, memory, W_q, W_k, W_v):
    """Keys in the rows, until the end."""
    e = (memory @ W_k) @ (x @ W_q).mT / W_k.shape[1] ** 0.5
    weights = e.softmax(1)
    return ((memory @ W_v).mT @ weights).mT, weights.mT


def kernel(x, memory, W_q, W_k, W_v):
    """Exponentials over their sum; PyTorch's kernel for the output."""
    Q, K, V = x @ W_q, memory @ W_k, memory @ W_v
    powers = (Q @ K.mT / W_q.shape[-1] ** 0.5).exp()
    read = torch.nn.functional.scaled_dot_product_attention(Q, K, V)
    return read, powers / powers.sum(-1, keepdim=True)


@pytest.mark.parametrize("right", [joined, by_columns, kernel])
def test_every_way_to_write_the_layer_passes(right, capsys):
    attention_layer(right)
    assert "right in all 3 cases" in capsys.readouterr().out


@pytest.mark.parametrize("case", attention_layer.cases, ids=lambda c: c.says)
def test_scores_are_near_one_so_that_no_weight_hides_the_others(case):
    _, weights = attention_layer.reference(**case.make())
    assert weights.min() > 0.01


def test_the_width_that_scales_is_that_of_the_keys():
    def wide(x, memory, W_q, W_k, W_v):
        Q = x @ W_q * (W_q.shape[-1] / x.shape[-1]) ** 0.5
        return joined(x, memory, W_q, W_k, W_v)[0], (
            Q @ (memory @ W_k).mT / W_q.shape[-1] ** 0.5
        ).softmax(-1)

    assert "you divide by sqrt(D), D = 13" in said(attention_layer, wide)
