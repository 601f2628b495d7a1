"""Every head, one at a time."""

from dataclasses import replace

import pytest
import torch

from attnbook import pretrained
from attnbook.data import batches, tokenizer
from attnbook.data.tokenizer import START, STOP
from attnbook.models import transformer
from attncourse.chapter7.recipes import heads
from attncourse.experiments import recipes
from tests.attncourse.chapter1.recipes.toys import SMALL
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


def test_a_head_agrees_with_a_model_of_its_weights(ours, monkeypatch):
    """The other model has the mean of this one's heads; with one head, all
    tokens agree.
    """
    one = transformer.build(
        replace(SMALL, heads=1, decoder_layers=1),
        torch.Generator().manual_seed(3),
    ).eval()
    words = tokenizer.train(["two cats"], 60)
    other = pretrained.Translator(one, words)
    monkeypatch.setattr(heads.pretrained, "load", lambda _: other)
    near = [batches.collate([([5, 6, STOP], [START + 5, STOP])])]
    recipe = recipes.load("heads-en-fr")
    found = recipe.agreement(other, near)
    assert found == {("cross", 0, 0): {"agrees": 1.0}}
