"""Every path gives one answer, in every format: fused or written out, with or
without a gradient, cached or whole.
"""

from copy import deepcopy

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from attnbook import attention, masks
from attnbook.cache import Cache
from attnbook.heads import MultiHead
from attnbook.positions import Alibi, Position, Rotary, Shaw

pytestmark = pytest.mark.long

SIZE = st.integers(1, 5)
DTYPES = st.sampled_from(
    [torch.float16, torch.bfloat16, torch.float32, torch.float64]
)
SEEDS = st.integers(0, 2**32)
MOST = 250.0
"""Of such numbers two products are beyond float16, and their sum over the root
of their number is not.
"""
POSITIONS = {
    "none": lambda heads, width: Position(),
    "rotary": lambda heads, width: Rotary(),
    "alibi": lambda heads, width: Alibi(heads),
    "shaw": lambda heads, width: Shaw(width, 2),
    "values": lambda heads, width: Shaw(width, 2, width),
}


def roundings(q: torch.Tensor, k: torch.Tensor) -> float:
    """How far two ways to compute a weighted mean may be apart, relative to
    the values: scores have at least the precision of float32.
    """
    exact = torch.finfo(torch.promote_types(q.dtype, torch.float32)).eps
    scores = (q.double() @ k.double().mT).abs().max()
    return 8 * (torch.finfo(q.dtype).eps + float(scores) * exact)


@st.composite
def cases(draw):
    """Queries, keys and values of up to `MOST`; a mask, a bias, both or
    neither.
    """
    dtype = draw(DTYPES)
    generator = torch.Generator().manual_seed(draw(SEEDS))
    B, H, T, S, K, V = (draw(SIZE) for _ in range(6))
    large = draw(st.sampled_from([1.0, 30.0, MOST]))

    def uniform(*shape):
        numbers = 2 * torch.rand(*shape, generator=generator) - 1
        return (large * numbers).to(dtype)

    given = [uniform(B, H, n, w) for n, w in ((T, K), (S, K), (S, V))]
    shapes = [
        [draw(st.sampled_from([1, n])) for n in (B, H, T, S)] for _ in range(2)
    ]
    share = draw(st.sampled_from([0.0, 0.5, 1.0]))
    mask = torch.rand(shapes[0], generator=generator) < share
    bias = uniform(*shapes[1])
    return (
        given,
        draw(st.sampled_from([None, mask])),
        draw(st.sampled_from([None, bias])),
    )


def computed(given, mask, bias, fused):
    """The output, and the gradients of its sum."""
    leaves = [x.clone().requires_grad_() for x in given]
    out = attention.attend(*leaves, mask, bias=bias, fused=fused)
    return out, *torch.autograd.grad(out.sum(), leaves)


@given(cases())
def test_fused_and_written_out_are_one_function_in_every_format(case):
    """That of float64, the inputs taken as they are, in value and gradient."""
    given, mask, bias = case
    q, k, v = given
    exact = None if bias is None else bias.double()
    wanted = computed([x.double() for x in given], mask, exact, fused=False)
    most = [float(x.abs().max()) for x in given]
    near = roundings(q, k) * most[2]
    steep = near * max(*most, 1.0) * v.shape[-1] * q.shape[2]
    for fused in (True, False):
        found = computed(given, mask, bias, fused)
        assert {x.dtype for x in found} == {q.dtype}
        for one, other, bound in zip(
            found, wanted, (near, *[steep] * 3), strict=True
        ):
            assert_close(one.double(), other, rtol=0, atol=bound)
        same = attention.attend(*given, mask, bias=bias, fused=fused)
        assert_close(same.double(), wanted[0], rtol=0, atol=near)


@st.composite
def layers(draw, most: float):
    """A layer of random sizes and format with one of the positions, and words
    of up to `most` for it.
    """
    heads, batch, size = (draw(SIZE) for _ in range(3))
    width = 2 * draw(st.integers(1, 3))
    position = POSITIONS[draw(st.sampled_from(sorted(POSITIONS)))]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(draw(SEEDS))
        made = MultiHead(heads * width, heads, position=position(heads, width))
        words = most * (2 * torch.rand(batch, size, heads * width) - 1)
        mask = torch.rand(batch, 1, size, size) < 0.7
    dtype = draw(DTYPES)
    seen = draw(st.sampled_from([None, mask, masks.causal(size)]))
    return made.to(dtype), words.to(dtype), seen


@given(layers(most=MOST))
def test_a_layer_reads_the_same_with_and_without_a_gradient(case):
    """With the kernel and without, and what its weights say."""
    made, x, mask = case
    other = deepcopy(made)
    other.fused_from = 0
    with torch.no_grad():
        whole = made(x, mask=mask)
        v = made._split(made.value(x), made.key_heads)
        a = made.weights(x, mask=mask)
        read = attention.weighted_sum(a, v)
        if made.position.values is not None:
            read = read + made.position.values(a)
        by_hand = made.out(read.transpose(1, 2).flatten(2))
        q, k = (
            made._split(layer(x), made.heads)
            for layer in (made.query, made.key)
        )
        near = roundings(q, k)
        near *= float(v.abs().max() * made.out.weight.abs().sum(1).max())
    for found in (made(x, mask=mask), other(x, mask=mask), by_hand):
        assert found.isfinite().all()
        assert_close(found, whole, rtol=0, atol=near)


@given(layers(most=1.0), st.data())
def test_a_layer_reads_the_same_cached_and_whole(case, data):
    made, x, _ = case
    size = x.shape[1]
    whole, cache, found = made(x, mask=masks.causal(size)), Cache(), []
    while len(cache) < size:
        new = data.draw(st.integers(1, size - len(cache)))
        begin, end = len(cache), len(cache) + new
        mask = masks.causal(new, end) if new > 1 else None
        found.append(made(x[:, begin:end], mask=mask, cache=cache))
    near = 64 * torch.finfo(x.dtype).eps
    assert_close(torch.cat(found, 1), whole, rtol=near, atol=near)
