"""The drawings of chapter 8 show what the library computes."""

import math

import pytest
import torch

from attnbook import lora
from attnbook.data.tokenizer import PAD
from attnbook.train import loss
from attncourse.chapter8 import drawings as chapter8
from attncourse.chapter8.drawings.hidden_loss import (
    ASKED,
    GIVEN,
    terms,
)
from attncourse.chapter8.drawings.low_rank import SIZES as SIDES
from attncourse.chapter8.drawings.low_rank import counted
from tests.attncourse.drawing.toys import said


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
