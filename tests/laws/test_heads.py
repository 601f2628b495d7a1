"""Laws of self-attention, for any sizes and any numbers: no order without a
mask, no future with one.
"""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from attnbook import masks
from attnbook.heads import MultiHead
from attnbook.pooling import LearnedQuery

pytestmark = pytest.mark.long

SIZE = st.integers(1, 6)


@st.composite
def cases(draw):
    """A layer of random sizes, words for it, and an order of the words."""
    heads, key, value, size, batch = (draw(SIZE) for _ in range(5))
    width = draw(st.integers(1, 9))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(draw(st.integers(0, 2**32)))
        made = MultiHead(width, heads, key_width=key, value_width=value)
        words = 2 * torch.randn(batch, size, width, dtype=torch.float64)
    order = draw(st.permutations(range(size)))
    return made.double(), words, list(order)


@given(cases())
def test_self_attention_is_equivariant(case):
    """f(P X) = P f(X), and the weights move by rows and by columns."""
    made, x, order = case
    near = {"rtol": 1e-10, "atol": 1e-12}
    torch.testing.assert_close(made(x[:, order]), made(x)[:, order], **near)
    torch.testing.assert_close(
        made.weights(x[:, order]), made.weights(x)[..., order, :][..., order]
    )


@given(cases())
def test_a_learned_query_is_invariant(case):
    _, x, order = case
    reader = LearnedQuery(2, x.shape[-1]).double()
    torch.testing.assert_close(reader(x[:, order]), reader(x))


@given(cases())
def test_a_causal_mask_hides_the_future_exactly(case):
    """All at once equals word by word; later words change no earlier output by
    a bit and get no gradient from it.
    """
    made, x, _ = case
    size = x.shape[1]
    x.requires_grad_()
    whole = made(x, mask=masks.causal(size))
    for t in range(size):
        part = made(x[:, : t + 1], mask=masks.causal(t + 1))
        torch.testing.assert_close(part, whole[:, : t + 1])
        (grad,) = torch.autograd.grad(whole[:, t].sum(), x, retain_graph=True)
        assert (grad[:, t + 1 :] == 0).all()
    other = x.detach().clone()
    other[:, size // 2 :] = 7.0
    early = made(other, mask=masks.causal(size))[:, : size // 2]
    assert torch.equal(early, whole[:, : size // 2])


def words(*shape: int) -> torch.Tensor:
    generator = torch.Generator().manual_seed(1)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def moved(layer, x: torch.Tensor, move) -> float:
    """How far moving before the layer is from moving after it."""
    return (layer(move(x)) - move(layer(x))).abs().max().item()


def test_a_mask_and_a_map_that_mixes_rows_break_it():
    torch.manual_seed(1)
    made, x = MultiHead(6, 2).double(), words(2, 5, 6)
    mix = nn.Conv1d(6, 6, 3, padding=1).double()

    def turn(x):
        return x[:, [2, 0, 4, 1, 3]]

    assert moved(made, x, turn) < 1e-12
    assert moved(lambda x: made(x, mask=masks.causal(5)), x, turn) > 0.01
    assert moved(lambda x: made(mix(x.mT).mT), x, turn) > 0.01


@pytest.mark.parametrize(
    ("layer", "follows"),
    [
        (nn.Conv2d(3, 3, 1), {"flip", "shuffle", "shift"}),
        (nn.Conv2d(3, 3, 3, padding=1), set()),
        (nn.Conv2d(3, 3, 3, padding=1, padding_mode="circular"), {"shift"}),
    ],
    ids=["1 x 1", "zeros", "circular"],
)
def test_what_convolutions_follow(layer, follows):
    """A shift comes in again on the other side."""
    x, order = words(1, 3, 6, 7), torch.randperm(42)
    moves = {
        "flip": lambda x: x.flip(-1),
        "shuffle": lambda x: x.flatten(2)[..., order].reshape(x.shape),
        "shift": lambda x: x.roll(2, -1),
    }
    layer = layer.double()
    found = {name for name, g in moves.items() if moved(layer, x, g) < 1e-12}
    assert found == follows


def test_zeros_break_a_shift_at_the_border_alone():
    layer, x = nn.Conv2d(3, 3, 3, padding=1).double(), words(1, 3, 6, 7)
    gap = (layer(x.roll(2, -1)) - layer(x).roll(2, -1)).abs().amax((0, 1, 2))
    assert (gap[[1, 2, 0, 6]] > 0.01).all()
    assert (gap[[3, 4, 5]] < 1e-12).all()
