"""Where `transformers` has an encoding it is ours, up to a convention that the
test names.
"""

from importlib import import_module

import pytest
import torch

from attnbook import positions
from tests.toys import normal

B, T, H, K = 2, 9, 4, 8


def modeling(name):
    """A module of `transformers`, which takes seconds to import."""
    return import_module(f"transformers.models.{name}.modeling_{name}")


def by_halves(x):
    """Features 0, 2, 4 ... first, then 1, 3, 5 ..."""
    return x.unflatten(-1, (-1, 2)).transpose(-1, -2).flatten(-2)


def test_rotary_is_that_of_llama_with_features_by_halves():
    """There feature i makes a pair with i + K / 2."""
    llama = modeling("llama")
    q, k = normal(2, B, H, T, K, seed=1).detach()
    turn = positions.frequencies(K) * torch.arange(T)[:, None]
    twice = torch.cat([turn, turn], -1)[None].expand(B, -1, -1)
    theirs = llama.apply_rotary_pos_emb(
        by_halves(q), by_halves(k), twice.cos(), twice.sin()
    )
    ours = [by_halves(positions.rotary(x)) for x in (q, k)]
    for mine, other in zip(ours, theirs, strict=True):
        torch.testing.assert_close(mine, other)


@pytest.mark.parametrize("heads", [4, 6])
def test_alibi_is_that_of_bloom_up_to_what_a_softmax_does_not_see(heads):
    """There the bias grows with the key alone: in each row a constant more."""
    bloom = modeling("bloom")
    theirs = bloom.build_alibi_tensor(torch.ones(1, T), heads, torch.float32)
    q = torch.zeros(1, heads, T, K)
    ours = positions.Alibi(heads).bias(q, q)[0]
    apart = theirs.reshape(heads, 1, T) - ours
    torch.testing.assert_close(apart, apart[..., :1].expand_as(apart))


def test_sines_are_those_of_marian_with_features_by_halves():
    """There all sines come first, then all cosines."""
    marian = modeling("marian")
    theirs = marian.MarianSinusoidalPositionalEmbedding(50, 16)
    ours = by_halves(positions.sinusoidal(50, 16))
    torch.testing.assert_close(ours, theirs.create_weight())
