"""Loops, einsum and the fused kernel are one function, in value and gradient,
whatever the mask.
"""

from functools import partial
from unittest.mock import Mock

import pytest
import torch
from torch.nn import functional as F

from attnbook import attention
from attncourse import spec
from tests.toys import (
    B,
    H,
    K,
    S,
    T,
    V,
    assert_same,
    each_head,
    gradients,
    normal,
    random_mask,
    refused,
)


def triple():
    return (
        normal(B, H, T, K, seed=1),
        normal(B, H, S, K, seed=2),
        normal(B, H, S, V, seed=3),
    )


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize(
    ("seen", "added"),
    [((B, H, T, S), (1, H, T, S)), ((1, H, T, 1), (B, 1, 1, S))],
    ids=["alike", "unlike"],
)
def test_mask_bias_and_scale_reach_both_paths(fused, seen, added):
    """A bias for each key of a sequence may meet a mask for each query: the
    scores have both axes.
    """
    q, k, v = triple()
    mask, bias = random_mask(*seen, seed=4), normal(*added, seed=5)
    scores = 0.3 * torch.einsum("bhtk,bhsk->bhts", q, k) + bias
    for hidden in (None, mask):
        given = {"mask": hidden, "bias": bias, "scale": 0.3}
        by_hand = attention.masked_softmax(scores, hidden) @ v
        own = attention.attend(q, k, v, **given, fused=fused)
        assert_same(own, by_hand, q, k, v, bias)


def test_weights_are_what_attend_reads_with():
    q, k, v = triple()
    mask = random_mask(B, H, T, S, seed=6)
    read = attention.weighted_sum(attention.weights(q, k, mask), v)
    assert_same(read, attention.attend(q, k, v, mask), q, k, v)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("large", [200.0, 60_000.0])
def test_products_beyond_float16_are_compared(dtype, large):
    """Two keys that agree with the query, one of which is a bit longer."""
    q = torch.full((1, 1, 1, 2), large, dtype=dtype)
    k = torch.cat([q, 1.01 * q, -q], 2)
    v = torch.eye(3, dtype=dtype)[None, None]
    for found in (
        attention.attend(q, k, v),
        attention.attend(q, k, v, fused=False),
        attention.weights(q, k),
    ):
        assert found.tolist() == [[[[0, 1, 0]]]]


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("place", ["q", "k", "v", "bias"])
def test_what_is_not_finite_ends_alike_on_both_paths(place, wrong):
    """Where it is hidden, and where it is not: the second key is hidden from
    the queries 0 and 1, and nothing is seen by the query 0.
    """
    q, k, v = (x.detach() for x in triple())
    given = {"q": q, "k": k, "v": v, "bias": normal(1, 1, T, S, seed=4)}
    given["bias"] = given["bias"].detach()
    given[place][:, :, 1] = wrong
    mask = torch.ones(1, 1, T, S, dtype=torch.bool)
    mask[..., :2, 1], mask[..., 0, :] = False, False
    for seen in (None, mask):
        one, other = (
            attention.attend(**given, mask=seen, fused=fused)
            for fused in (True, False)
        )
        torch.testing.assert_close(one, other, equal_nan=True)


@pytest.mark.parametrize("fused", [False, True])
def test_a_bias_of_minus_infinity_may_hide_every_key_of_a_query(fused):
    """Without a mask: the query reads zero, and no gradient is NaN."""
    q, k, v = triple()
    bias = torch.zeros(1, 1, T, S, dtype=torch.float64)
    bias[..., 0, :] = float("-inf")
    out = attention.attend(q, k, v, bias=bias, fused=fused)
    assert (out[:, :, 0] == 0).all()
    assert (out[:, :, 1:] != 0).all()
    by_q, by_k, by_v = gradients(out, q, k, v)
    assert (by_q[:, :, 0] == 0).all()
    assert all(x.isfinite().all() for x in (by_q, by_k, by_v))


@pytest.mark.parametrize(
    ("arguments", "calls"),
    [({}, 1), ({"fused": True}, 1), ({"fused": False}, 0)],
)
def test_fused_says_whether_torchs_kernel_computes(
    arguments, calls, monkeypatch
):
    kernel = Mock(wraps=F.scaled_dot_product_attention)
    monkeypatch.setattr(F, "scaled_dot_product_attention", kernel)
    attention.attend(*triple(), **arguments)
    assert kernel.call_count == calls


@pytest.mark.parametrize("fused", [False, True])
def test_dropout_removes_its_share_and_keeps_the_mean(fused):
    """Over the identity the output is the weights: each is 0 or grown by 1 / (1
    - p), and p of them are 0.
    """
    p, n = 0.25, 101
    q = k = torch.zeros(1, 1, n, K, dtype=torch.float64)
    v = torch.eye(n, dtype=torch.float64)[None, None]
    torch.manual_seed(0)
    out = n * attention.attend(q, k, v, dropout=p, fused=fused)
    dropped = out == 0
    kept = out[~dropped]
    torch.testing.assert_close(kept, torch.full_like(kept, 1 / (1 - p)))
    deviation = (p * (1 - p) / n**2) ** 0.5
    assert abs(float(dropped.double().mean()) - p) < 5 * deviation


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, torch.int64])
def test_a_mask_that_is_not_boolean_is_refused(fused, dtype):
    mask = torch.ones(B, H, T, S, dtype=dtype)
    with refused(f"boolean.*dtype={dtype}", TypeError):
        attention.attend(*triple(), mask, fused=fused)


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("seen", [None, torch.ones(1, 1, 1, S).bool()])
@pytest.mark.parametrize("name", ["k", "v", "bias"])
@pytest.mark.parametrize("dtype", [torch.bool, torch.int64, torch.float32])
def test_another_dtype_than_that_of_the_queries_is_refused(
    fused, seen, name, dtype
):
    """A boolean bias is no mask, and is not counted as 1 and 0."""
    q, k, v = triple()
    given = {"k": k, "v": v, "bias": torch.ones(1, 1, 1, S)}
    given = {n: x.to(dtype if n == name else q.dtype) for n, x in given.items()}
    with refused(rf"q=torch.float64, {name}={dtype}", TypeError):
        attention.attend(q, **given, mask=seen, fused=fused)


@pytest.mark.parametrize("fused", [False, True])
def test_numbers_that_cannot_be_are_refused(fused):
    q, k, v = triple()
    with refused("scale must be finite: scale=nan"):
        attention.attend(q, k, v, scale=float("nan"), fused=fused)
    with refused("dropout must lie in 0 .. 1: dropout=-0.5"):
        attention.attend(q, k, v, dropout=-0.5, fused=fused)
    q, k, v = (x.long() for x in (q, k, v))
    with refused("one floating-point dtype: q=torch.int64", TypeError):
        attention.attend(q, k, v, fused=fused)


@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("kind", ["mask", "bias"])
@pytest.mark.parametrize(
    "shape", [(T, S), (B, H, S, T), (1, 1), (B, B, T, S), (B, H, T, S, 1)]
)
def test_a_mask_or_a_bias_that_does_not_fit_is_refused(fused, kind, shape):
    dtype = torch.bool if kind == "mask" else torch.float64
    wrong = {kind: torch.ones(shape, dtype=dtype)}
    with refused(rf"{kind} does not fit.*scores=\(2, 3, 5, 7\)"):
        attention.attend(*triple(), **wrong, fused=fused)


@pytest.mark.parametrize("fused", [False, True])
def test_queries_keys_and_values_that_disagree_are_refused(fused):
    q, k, v = triple()
    with refused(r"q=\(2, 3, 5, 11\), k=\(2, 3, 7, 13\)"):
        attention.attend(q, v, v, fused=fused)
    with refused(r"k=\(2, 3, 7, 11\), v=\(2, 3, 5, 11\)"):
        attention.attend(q, k, q, fused=fused)
    with refused(r"q=\(1, 3, 5, 11\), k=\(2, 3, 7, 11\)"):
        attention.attend(q[:1], k, v, fused=fused)


KERNELS = {
    "the exponential": lambda q, k: spec.dot(q, k).exp(),
    "the dot product": spec.dot,
}


@pytest.mark.parametrize("by_sum", [True, False], ids=["sum", "number"])
@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_mean_equals_its_loop(name, by_sum):
    q, k, v = triple()
    f = torch.einsum("bhtk,bhsk->bhts", q, k)
    f = f.exp() if name == "the exponential" else f
    mean = partial(spec.kernel_mean, f=KERNELS[name], by_sum=by_sum)
    loop = each_head(mean, q, k, v)
    own = attention.kernel_mean(f, v, by_sum=by_sum)
    assert_same(own, loop, q, k, v)


def test_a_kernel_that_sums_to_nothing_has_no_mean_by_its_sum():
    f = torch.tensor([1.0, -1.0]).reshape(1, 1, 1, 2)
    v = torch.tensor([1.0, 2.0]).reshape(1, 1, 2, 1)
    assert not attention.kernel_mean(f, v).isfinite().any()
    assert attention.kernel_mean(f, v, by_sum=False).item() == -0.5


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)], ids=len)
def test_a_rollout_equals_its_loop(batch):
    """Whatever axes stand before the blocks, in the weights' own dtype."""
    weights = normal(*batch, 4, H, T, T, seed=1).softmax(-1).requires_grad_()
    rows = [
        spec.rollout([*blocks]) for blocks in weights.reshape(-1, 4, H, T, T)
    ]
    loop = torch.stack(rows).reshape(*batch, T, T)
    assert_same(attention.rollout(weights), loop, weights)


@pytest.mark.parametrize("name", ["q", "k", "v"])
def test_autocast_makes_floating_numbers_alike_and_no_others(name):
    given = dict(zip("qkv", triple(), strict=True))
    given = {key: x.detach().float() for key, x in given.items()}
    given |= {name: given[name].to(torch.bfloat16)}
    whole = given | {name: given[name].long()}
    with torch.autocast("cpu", torch.bfloat16):
        assert attention.attend(**given).isfinite().all()
        with refused("one floating-point dtype", TypeError):
            attention.attend(**whole)
    with refused("one floating-point dtype", TypeError):
        attention.attend(**given)


def test_a_softmax_refuses_a_mask_that_is_none():
    scores = normal(B, H, T, S, seed=1)
    mask = torch.ones(1, 1, T, S)
    with refused("a mask is boolean", TypeError):
        attention.masked_softmax(scores, mask)
    with refused("mask does not fit the scores"):
        attention.masked_softmax(scores, mask[..., :-1].bool())
