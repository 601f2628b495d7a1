"""The small Transformer of chapter 6: what its encodings let it see."""

import pytest
import torch

from attnbook.models import tagger
from attnbook.models.tagger import Config

TOKENS = torch.arange(2 * 16).reshape(2, 16) * 7 % 11


def model(encoding, **settings):
    config = Config(11, 5, encoding, width=16, heads=2, length=40, **settings)
    made = tagger.build(config, torch.Generator().manual_seed(3))
    return made.double().eval()


@pytest.mark.parametrize("encoding", tagger.ENCODINGS)
def test_a_causal_model_sees_no_later_symbol(encoding):
    made = model(encoding)
    other = TOKENS.clone()
    other[:, 9:] = 3
    whole, changed = made(TOKENS), made(other)
    assert whole.shape == (2, 16, 5)
    assert torch.allclose(whole[:, :9], changed[:, :9])


@pytest.mark.parametrize("encoding", tagger.ENCODINGS)
def test_only_without_an_encoding_order_is_invisible(encoding):
    made = model(encoding, causal=False)
    order = torch.arange(16) * 5 % 16
    moved = made(TOKENS)[:, order]
    assert torch.allclose(made(TOKENS[:, order]), moved) == (encoding == "none")


@pytest.mark.parametrize("encoding", tagger.ENCODINGS)
def test_places_matter_to_absolute_encodings_alone(encoding):
    made = model(encoding)
    moved = made(TOKENS, torch.tensor([3, 9]))
    absolute = ("sinusoidal", "learned")
    assert torch.allclose(moved, made(TOKENS)) == (encoding not in absolute)


@pytest.mark.parametrize("encoding", tagger.ENCODINGS)
def test_rows_of_weights_sum_to_1_and_hide_the_future(encoding):
    made = model(encoding)
    found = made.weights(TOKENS)
    assert [a.shape for a in found] == [(2, 2, 16, 16)] * 2
    for a in found:
        torch.testing.assert_close(a.sum(-1), torch.ones_like(a[..., 0]))
        assert (a.triu(1) == 0).all()
