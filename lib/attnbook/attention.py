"""Attention: scores become weights, weights mix values. Built in chapters 2 and
4; `rollout` in chapter 9.

Axes: queries "B H T K", keys "B H S K", values "B H S V", masks boolean and
broadcastable to "B H T S".
"""

import math

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn import functional as F

from attnbook import validation
from attnbook.scores import check_pair, scaled_dot


def masked_softmax(
    scores: Float[Tensor, "B H T S"],
    mask: Bool[Tensor, "#B #H #T #S"] | None = None,
) -> Float[Tensor, "B H T S"]:
    """Weights: the softmax of the scores over the keys (the last axis) that the
    mask lets through.

    A hidden key weighs exactly 0. A query that sees nothing gets a row of
    zeros, not NaN. Raises TypeError for a mask that is not boolean, ValueError
    for one that does not fit.
    """
    if mask is not None:
        scores = scores.masked_fill(
            ~_boolean(mask, scores.shape), float("-inf")
        )
    blind = (scores == float("-inf")).all(-1, keepdim=True)
    return scores.masked_fill(blind, 0.0).softmax(-1).masked_fill(blind, 0.0)


def weights(
    q: Float[Tensor, "B H T K"],
    k: Float[Tensor, "B H S K"],
    mask: Bool[Tensor, "#B #H #T #S"] | None = None,
    *,
    scale: float | None = None,
    bias: Float[Tensor, "#B #H #T #S"] | None = None,
) -> Float[Tensor, "B H T S"]:
    """softmax(scale * q . k + bias): how much each query takes from each key.

    `scale` is 1 / sqrt(K) unless given; `bias` is added to the scaled scores.
    Numbers of 16 bits are compared in 32, as PyTorch's kernel does. Source:
    Vaswani et al. 2017, equation 1. Raises as `masked_softmax` does, TypeError
    for unequal dtypes, ValueError for unequal widths and for a scale that is
    not finite.
    """
    added = _added(q, k, mask, bias, scale)
    exact = torch.promote_types(q.dtype, torch.float32)
    scores = scaled_dot(q.to(exact), k.to(exact), scale)
    if added is None:
        return scores.softmax(-1).to(q.dtype)
    if added.dtype == torch.bool:
        hidden = torch.zeros_like(added, dtype=exact)
        added = hidden.masked_fill(~added, float("-inf"))
    return masked_softmax(scores + added).to(q.dtype)


def attend(
    q: Float[Tensor, "B H T K"],
    k: Float[Tensor, "B H S K"],
    v: Float[Tensor, "B H S V"],
    mask: Bool[Tensor, "#B #H #T #S"] | None = None,
    *,
    scale: float | None = None,
    bias: Float[Tensor, "#B #H #T #S"] | None = None,
    dropout: float = 0.0,
    fused: bool = True,
) -> Float[Tensor, "B H T V"]:
    """Each query's weighted mean of the values. `fused` takes PyTorch's kernel,
    else the two lines written out.

    Keys and values are finite, the hidden ones too: zero times infinity is NaN.
    `dropout` is the share of weights set to zero (the rest grows to keep the
    mean); pass 0 when evaluating. Source: Vaswani et al. 2017, equation 1.
    Raises as `weights` does, and ValueError when k and v differ in S and for a
    share outside 0 .. 1.
    """
    if k.shape[:-1] != v.shape[:-1]:
        raise ValueError(
            f"one value for each key is needed: k={tuple(k.shape)}, "
            f"v={tuple(v.shape)}"
        )
    _alike(q=q, v=v)
    validation.between(0, 1, dropout=dropout)
    if not fused:
        kept = F.dropout(weights(q, k, mask, scale=scale, bias=bias), dropout)
        return weighted_sum(kept, v)
    added = _added(q, k, mask, bias, scale)
    return F.scaled_dot_product_attention(
        q, k, v, attn_mask=added, dropout_p=dropout, scale=scale
    )


def _added(
    q: Tensor,
    k: Tensor,
    mask: Tensor | None,
    bias: Tensor | None,
    scale: float | None,
) -> Tensor | None:
    """What is added to the scaled scores: the bias, with -inf where the mask
    hides; a mask alone is returned as it is. All that weights are made of is
    checked here.
    """
    check_pair(q, k)
    _alike(q=q, k=k, bias=bias)
    if scale is not None and not math.isfinite(scale):
        raise ValueError(f"scale must be finite: scale={scale}")
    shape = (*q.shape[:-1], k.shape[-2])
    visible = None if mask is None else _boolean(mask, shape)
    if bias is None:
        return visible
    bias = _fitting("bias", bias, shape)
    return (
        bias if visible is None else bias.masked_fill(~visible, float("-inf"))
    )


def weighted_sum(
    weights: Float[Tensor, "B H T S"], v: Float[Tensor, "B H S V"]
) -> Float[Tensor, "B H T V"]:
    """sum_s weights[t, s] v[s]: what each query reads."""
    return torch.einsum("bhts,bhsv->bhtv", weights, v)


def kernel_mean(
    f: Float[Tensor, "B H T S"],
    v: Float[Tensor, "B H S V"],
    *,
    by_sum: bool = True,
) -> Float[Tensor, "B H T V"]:
    """(1/C) sum_s f[t, s] v[s] for any values f of a kernel, of which the
    exponential makes the softmax.

    C is the sum of f over the keys, one for each query; for a kernel that can
    be negative that sum can be 0, and the mean is then infinite or NaN.
    `by_sum=False` divides by the number of keys. Source: Wang et al. 2018,
    equations 1 to 6.
    """
    C = f.sum(-1, keepdim=True) if by_sum else f.shape[-1]
    return weighted_sum(f / C, v)


def _alike(q: Tensor, **others: Tensor | None) -> None:
    """Raise TypeError unless all have the floating-point dtype of `q`; within
    `torch.autocast`, which makes them alike, any floating-point dtypes.
    """
    for name, x in others.items():
        if x is None or (x.dtype == q.dtype and x.is_floating_point()):
            continue
        floating = x.is_floating_point() and q.is_floating_point()
        if not floating or not torch.is_autocast_enabled(q.device.type):
            raise TypeError(
                f"queries, keys, values and bias have one floating-point "
                f"dtype: q={q.dtype}, {name}={x.dtype}"
            )


def _boolean(mask: Tensor, shape: tuple[int, ...]) -> Tensor:
    if mask.dtype != torch.bool:
        raise TypeError(
            f"a mask is boolean, True = may attend: dtype={mask.dtype}"
        )
    return _fitting("mask", mask, shape)


def _fitting(name: str, x: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The tensor itself, once it has the axes of `shape`, each of full size or
    of size 1.
    """
    fits = x.ndim == len(shape) and all(
        own in (1, full) for own, full in zip(x.shape, shape, strict=True)
    )
    if not fits:
        raise ValueError(
            f"{name} does not fit the scores: {name}={tuple(x.shape)}, "
            f"scores={tuple(shape)}"
        )
    return x


def rollout(
    weights: Float[Tensor, "*B L H T T"],
) -> Float[Tensor, "*B T T"]:
    """How much of each input, following the weights through all blocks, is in
    each output: the product over the blocks of (mean over the heads + I) / 2.

    Source: Abnar and Zuidema 2020, section 3, equation 1.
    """
    each = weights.mean(-3)
    each = (each + torch.eye(each.shape[-1]).to(each)) / 2
    found = each[..., 0, :, :]
    for layer in range(1, each.shape[-3]):
        found = each[..., layer, :, :] @ found
    return found
