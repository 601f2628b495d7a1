"""Attention as a layer: one head after the other, one row after the other."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor

from attncourse.spec.attention import Mask, attend, read, softmax
from attncourse.spec.scores import dot, times


class Head(NamedTuple):
    """The three matrices of one head; the vectors beside them are biases."""

    W_q: Float[Tensor, "K D"]
    W_k: Float[Tensor, "K M"]
    W_v: Float[Tensor, "V M"]
    b_q: Float[Tensor, " K"]
    b_k: Float[Tensor, " K"]
    b_v: Float[Tensor, " V"]


def multihead(
    x: Float[Tensor, "T D"],
    memory: Float[Tensor, "S M"],
    heads: Sequence[Head],
    W_o: Float[Tensor, "D _"],
    b_o: Float[Tensor, " D"],
    mask: Mask = None,
) -> Float[Tensor, "T D"]:
    """Each head attends by itself; what they read is joined and goes through
    one more matrix. Vaswani et al. 2017, section 3.2.2.
    """
    found = []
    for W_q, W_k, W_v, b_q, b_k, b_v in heads:
        q = torch.stack([times(W_q, row) + b_q for row in x])
        k = torch.stack([times(W_k, row) + b_k for row in memory])
        v = torch.stack([times(W_v, row) + b_v for row in memory])
        found.append(attend(q, k, v, mask))
    joined = [torch.cat([one[t] for one in found]) for t in range(len(x))]
    return torch.stack([times(W_o, row) + b_o for row in joined])


def kernel_mean(
    q: Float[Tensor, "T K"],
    k: Float[Tensor, "S K"],
    v: Float[Tensor, "S V"],
    f: Callable[[Tensor, Tensor], Tensor],
    *,
    by_sum: bool = True,
) -> Float[Tensor, "T V"]:
    """o_t = (1/C) sum_s f(q_t, k_s) v_s, with C the sum of f over the keys, or
    their number. Wang et al. 2018, equation 1.
    """
    rows = []
    for query in q:
        values = [f(query, key) for key in k]
        C = sum(values) if by_sum else len(k)
        terms = [f_s * v_s / C for f_s, v_s in zip(values, v, strict=True)]
        rows.append(sum(terms, v.new_zeros(v.shape[1])))
    return torch.stack(rows)


def mil_pooling(
    bag: Float[Tensor, "S D"],
    V: Float[Tensor, "A D"],
    w: Float[Tensor, " A"],
    U: Float[Tensor, "A D"] | None = None,
) -> Float[Tensor, " D"]:
    """sum_s a_s h_s, a = softmax_s(w . tanh(V h_s)), with a gate if U is given:
    w . (tanh(V h_s) * sigmoid(U h_s)). Ilse et al. 2018, equations 7 to 9.
    """
    scores = []
    for h in bag:
        hidden = torch.tanh(times(V, h))
        if U is not None:
            hidden = hidden * torch.sigmoid(times(U, h))
        scores.append(dot(w, hidden))
    return read(softmax(torch.stack(scores)), bag)
