"""What was computed before is read again: word by word equals all at once, and
a step leaves what it started from as it was.
"""

import pytest
import torch

from attnbook import masks
from attnbook.cache import Cache
from attnbook.heads import MultiHead
from attnbook.positions import Alibi, Position, Rotary, Shaw
from tests.toys import B, H, K, S, T, V, assert_same, normal, refused

WIDTH = 12
PLACED = {
    "none": Position,
    "rotary": Rotary,
    "alibi": lambda: Alibi(H),
    "shaw": lambda: Shaw(WIDTH // H, 2, WIDTH // H),
}


def pair(size: int, seed: int = 1) -> tuple[torch.Tensor, torch.Tensor]:
    """Keys and values."""
    return normal(B, H, size, K, seed=seed), normal(B, H, size, V, seed=seed)


def layer(position: str = "none") -> MultiHead:
    torch.manual_seed(1)
    return MultiHead(WIDTH, H, position=PLACED[position]()).double()


@pytest.mark.parametrize("grows", [True, False])
def test_a_copy_goes_its_own_way(grows):
    cache = Cache(pair(T), grows)
    other = cache.copy()
    other.add(*pair(2))
    assert (len(cache), len(other)) == (T, T + 2)
    assert other.grows == cache.grows == grows


@pytest.mark.parametrize("rows", [[1, 0], [1, 1, 0, 1], [0]], ids=str)
def test_rows_are_taken_in_any_order_and_several_times(rows):
    k, v = pair(T)
    for grows in (True, False):
        found = Cache((k, v), grows).reorder(torch.tensor(rows))
        assert torch.equal(found.pair[0], k[rows])
        assert torch.equal(found.pair[1], v[rows])
        assert found.grows == grows
    empty = Cache()
    assert empty.reorder(torch.tensor(rows)).pair is None
    assert empty.reorder(torch.tensor(rows)) is not empty


@pytest.mark.parametrize("position", PLACED)
@pytest.mark.parametrize("steps", [(1,) * T, (2, 3), (1, 4), (T,)], ids=str)
def test_a_layer_fed_in_parts_is_the_layer_fed_at_once(position, steps):
    """In value and gradient; several new words need the end of the causal
    mask, one new word needs none.
    """
    made, x = layer(position), normal(B, T, WIDTH, seed=2)
    whole, a = (
        call(x, mask=masks.causal(T), start=3) for call in (made, made.weights)
    )
    cache, found = Cache(), []
    for new in x.split(steps, 1):
        size = new.shape[1]
        seen = masks.causal(size, len(cache) + size) if size > 1 else None
        given = {"mask": seen, "start": 3}
        weights = made.weights(new, cache=cache.copy(), **given)
        begin = len(cache)
        torch.testing.assert_close(
            weights, a[:, :, begin : begin + size, : begin + size]
        )
        found.append(made(new, cache=cache, **given))
    assert len(cache) == T
    assert_same(torch.cat(found, 1), whole, x, *made.parameters())


def test_a_memory_is_computed_once():
    made, x = layer(), normal(B, T, WIDTH, seed=2)
    memory, mask = normal(B, S, WIDTH, seed=3), torch.arange(S) < S - 2
    mask = mask.expand(B, 1, 1, S)
    whole, cache = made(x, memory, mask), made.cache_memory(memory)
    calls = []
    fresh = Cache(grows=False)  # takes what the first call computes
    first = made(x[:, :1], memory, mask, cache=fresh)
    torch.testing.assert_close(first, whole[:, :1])
    assert all(map(torch.equal, fresh.pair, cache.pair))
    made.key.register_forward_hook(lambda *_: calls.append(1))
    parts = [made(x[:, [t]], None, mask, cache=cache) for t in range(T)]
    assert (calls, len(cache)) == ([], S)
    assert_same(torch.cat(parts, 1), whole, x, memory, *made.parameters())


@pytest.mark.parametrize("wrong", [(1, 1, 1, T), (1, 1, 1)], ids=str)
def test_a_call_that_is_refused_adds_nothing(wrong):
    made, x = layer(), normal(B, T, WIDTH, seed=2)
    cache = Cache()
    made(x[:, :2], cache=cache)
    before = cache.pair
    for call in (made, made.weights):
        with refused("mask does not fit"):
            call(x[:, 2:3], mask=torch.ones(wrong).bool(), cache=cache)
        with refused("a mask is boolean", TypeError):
            call(x[:, 2:3], mask=torch.ones(1, 1, 1, 3), cache=cache)
        assert cache.pair is before
        call(x[:, 2:3], cache=cache.copy())
        assert cache.pair is before


def test_a_memory_of_another_width_is_refused():
    with refused("memory must be .* M = 12"):
        layer().cache_memory(normal(B, S, 11, seed=1))
