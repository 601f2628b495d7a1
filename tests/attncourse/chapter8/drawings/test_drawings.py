"""The drawings of chapter 8 show what the library computes."""

import math

import pytest
import torch

from attnbook import lora
from attnbook.data.tokenizer import PAD
from attnbook.models import language_model, transformer
from attnbook.train import loss
from attncourse.chapter8 import drawings as chapter8
from attncourse.chapter8.drawings.hidden_loss import (
    ASKED,
    GIVEN,
    terms,
)
from attncourse.chapter8.drawings.low_rank import SIZES as SIDES
from attncourse.chapter8.drawings.low_rank import counted
from attncourse.chapter8.drawings.stencils import STENCILS, S, T, mask
from tests.attncourse.drawing.toys import said

SIZES = {"width": 8, "heads": 2, "hidden": 11}


def seen(name):
    """Which embeddings move which features of a model of that kind, (T, T) or
    (T, S + T).
    """
    generator = torch.Generator().manual_seed(1)
    text, source = torch.tensor([[5, 6, 7, 8]]), torch.tensor([[9, 10, 11]])
    if name == "encoder-decoder":
        config = transformer.Config(
            13, **SIZES, encoder_layers=1, decoder_layers=1
        )
        model = transformer.build(config, generator)
        tokens, features = (source, text), lambda: model.features(source, text)
    else:
        config = language_model.Config(
            13, **SIZES, layers=1, causal=name == "decoder"
        )
        model = language_model.build(config, generator)
        tokens, features = (text,), lambda: model.features(text)
    model.eval()
    rows = torch.cat(tokens, 1)[0]
    moved = []
    for t in range(T):
        model.zero_grad()
        features()[0, t].square().sum().backward()
        moved.append((model.embedding.weight.grad[rows] != 0).any(-1))
    return torch.stack(moved)


@pytest.mark.parametrize("name", STENCILS)
def test_a_stencil_is_who_moves_whom_in_a_model(name):
    assert torch.equal(mask(name), seen(name))
    if name == "encoder-decoder":
        assert mask(name).shape == (T, S + T)


def test_the_loss_by_hand_is_that_of_training():
    """Only hidden tokens cost something, as their probabilities say."""
    p = torch.tensor(GIVEN, dtype=torch.float64)
    logits = torch.stack([1 - p, p], 1).log()
    truth = torch.tensor([[1 if t in ASKED else PAD for t in range(len(p))]])
    total = loss.cross_entropy(logits[None], truth, PAD).item()
    assert total / math.log(2) == pytest.approx(sum(terms()))


def test_the_thin_matrices_are_those_of_the_library():
    rows, columns, rank = SIDES.values()
    layer = torch.nn.Linear(columns, rows, bias=False)
    before = layer.weight.clone()
    lora.adapt(layer, rank, alpha=4.0)
    learn = sum(p.numel() for p in layer.parameters() if p.requires_grad)
    assert counted() == (before.numel(), learn)
    assert torch.equal(layer.weight, before), "nothing changes at first"
    labels = said(chapter8.low_rank())
    assert f"{before.numel()} numbers frozen," in labels
    assert f"{learn} learn" in labels
    for size in ("F \u00d7 D", "F \u00d7 r", "r \u00d7 D"):
        assert size in labels
