"""The check of several heads: other right answers, and what goes wrong."""

import pytest
import torch
from torch.nn import functional

from attnbook.check.chapter5 import multi_head
from tests.check.said import said


def head_by_head(X, W_q, W_k, W_v, W_o, H, mask=None):
    """Each head with its columns, its output with its rows of W_o."""
    K = X.shape[-1] // H
    output, weights = 0.0, []
    for h in range(H):
        cut = slice(h * K, (h + 1) * K)
        e = X @ W_q[:, cut] @ (X @ W_k[:, cut]).mT / K**0.5
        if mask is not None:
            e = e.masked_fill(~mask[:, 0], -torch.inf)
        weights.append(e.softmax(-1))
        output = output + weights[-1] @ X @ W_v[:, cut] @ W_o[cut]
    return output, torch.stack(weights, 1)


def named(X, W_q, W_k, W_v, W_o, H, mask=None):
    """By the letters, the scale in the query."""
    q, k, v = (
        torch.einsum("btd,dhk->bhtk", X, W.unflatten(1, (H, -1)))
        for W in (W_q, W_k, W_v)
    )
    e = torch.einsum("bhtk,bhsk->bhts", q * k.shape[-1] ** -0.5, k)
    wall = 0.0 if mask is None else torch.where(mask, 0.0, -torch.inf)
    a = (e + wall).softmax(-1)
    o = torch.einsum("bhts,bhsv->bhtv", a, v)
    return torch.einsum("bhtv,hvd->btd", o, W_o.unflatten(0, (H, -1))), a


def fused(X, W_q, W_k, W_v, W_o, H, mask=None):
    """PyTorch's kernel; the weights are what it reads from one-hot values."""
    B, T, D = X.shape
    q, k, v = (
        (X @ W).view(B, T, H, D // H).permute(0, 2, 1, 3)
        for W in (W_q, W_k, W_v)
    )
    read = functional.scaled_dot_product_attention
    one_hot = torch.eye(T, dtype=X.dtype).expand(B, H, T, T)
    side = read(q, k, v, mask).permute(0, 2, 1, 3).reshape(B, T, D)
    return side @ W_o, read(q, k, one_hot, mask)


@pytest.mark.parametrize("right", [head_by_head, named, fused])
def test_every_way_to_write_heads_passes(right, capsys):
    multi_head(right)
    assert "right in all 6 cases" in capsys.readouterr().out


@pytest.mark.parametrize("case", multi_head.cases[:-1], ids=lambda c: c.says)
def test_no_weight_hides_the_others(case):
    _, weights = multi_head.reference(**case.make())
    assert weights[weights > 0].min() > 1e-3


def after(change):
    """The right answer, changed."""

    def answer(*given):
        return change(*head_by_head(*given), given[0])

    return answer


@pytest.mark.parametrize(
    ("says", "change"),
    [
        ("the output is not finite", lambda o, a, X: (o / 0, a)),
        (
            "output[0] changes when X changes in the other sentences only",
            lambda o, a, X: (o - o.mean(0), a),
        ),
        ("there stands 2 times what it has read", lambda o, a, X: (2 * o, a)),
        ("are the logarithms of weights", lambda o, a, X: (o, a.log())),
        (
            "weights[0] changes when X changes in the other sentences only",
            lambda o, a, X: (o, (a.log() * X.mean().cos()).softmax(-1)),
        ),
        (
            "nothing is to be hidden",
            lambda o, a, X: (o, a.tril() / a.tril().sum(-1, keepdim=True)),
        ),
        (
            "weights[0, 0, 0] is 0 at every word, and it may see [0, 1",
            lambda o, a, X: (o, a.round()),
        ),
        (
            "weights[0, 1, 0] is 0 at every word",
            lambda o, a, X: (o, a * torch.tensor([[[1.0]], [[0.0]]])),
        ),
    ],
)
def test_what_is_wrong_is_told_of_its_part(says, change):
    assert says in said(multi_head, after(change))
