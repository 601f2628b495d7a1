"""Every head, one at a time."""

import pytest
import torch

from attnbook.data import batches
from attnbook.data.tokenizer import STOP
from attncourse.chapter7.recipes import heads
from tests.attncourse.chapter7.recipes.toys import model


@pytest.fixture
def ours():
    return model()


def test_a_head_that_is_removed_adds_nothing_and_comes_back(ours):
    """Without all heads the layer is its bias."""
    layer = ours.encoder.blocks[0].own.layer
    x = torch.randn(2, 3, 8, generator=torch.Generator().manual_seed(2))
    before = layer(x)
    with heads.removed(layer, 0, 1):
        assert torch.equal(layer(x), layer.out.bias.expand(2, 3, 8))
    assert torch.equal(layer(x), before)


def test_where_heads_look_is_counted_over_real_words(ours, monkeypatch):
    """Weights made by hand: the encoder looks to the left, the decoder at
    itself.
    """
    near = [batches.collate([([5, 6, STOP], [7, STOP]), ([8, STOP], [STOP])])]

    def weights(source, fed):
        S, T = source.shape[1], fed.shape[1]
        left = torch.eye(S).roll(1, 0).tril()
        left[0, 0] = 1.0
        one = torch.zeros(T, S)
        one[:, 0] = 1.0
        kinds = {"encoder": left, "own": torch.eye(T), "cross": one}
        return {kind: [a.expand(2, 1, *a.shape)] for kind, a in kinds.items()}

    monkeypatch.setattr(ours, "all_weights", weights)
    found = heads.looking(ours, near)
    assert found["own", 0, 0] == {
        "entropy": 0.0,
        "previous": 0.0,
        "itself": 1.0,
        "next": 0.0,
    }
    encoder = found["encoder", 0, 0]
    # of 3 + 2 real words, the first of each looks at itself
    assert encoder["itself"] == pytest.approx(2 / 5)
    assert encoder["previous"] == pytest.approx(3 / 5)
    assert found["cross", 0, 0]["itself"] is None
