"""The drawings of chapter 7 show what the library and `spec` compute."""

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from attnbook.blocks import BatchNorm, EncoderBlock
from attncourse import spec
from attncourse.chapter6.drawings.clocks import written
from attncourse.chapter7 import drawings as chapter7
from attncourse.chapter7.drawings.feed_forward import W_1, W_2, numbers
from attncourse.chapter7.drawings.matrix import SCORES, VALUES, WIDE, online
from attncourse.chapter7.drawings.norm import WORD, steps
from attncourse.chapter7.drawings.shared import BATCH, PANELS, shares
from tests.attncourse.drawing.toys import said


def block_of(order="pre"):
    torch.manual_seed(0)
    return EncoderBlock(6, 2, 5, order).double()


def test_the_norm_by_hand_is_that_of_the_definition():
    x, drawing = torch.tensor(WORD, dtype=torch.float64), chapter7.by_hand()
    learned = spec.Norm(torch.ones(len(x)), torch.zeros(len(x)))
    assert steps()[-1] == written(spec.layer_norm(x, learned).tolist(), 1)
    for row in (steps()[k] for k in (0, 1, 3)):
        assert set(row) <= set(said(drawing)) and ", ".join(row) in drawing.alt
    labels, deviation = said(drawing), x.var(correction=0).sqrt().item()
    assert f"subtract {sum(WORD) / len(WORD):g}" in labels
    assert f"divide by {deviation:g}" in labels


@pytest.mark.parametrize("panel", PANELS)
def test_a_mean_is_of_what_moves_the_first_number(panel):
    layers = nn.LayerNorm(4), BatchNorm(4), nn.LayerNorm((3, 4))
    x = torch.tensor(BATCH, requires_grad=True)
    y = dict(zip(PANELS, layers, strict=True))[panel](x)
    (moved,) = torch.autograd.grad(y[0, 0, 0], x)
    assert (moved[PANELS[panel][1]] != 0).all()
    assert (moved != 0).sum() == len(shares(panel))
    mean = f"mean {shares(panel).mean().item():g}"
    assert mean in said(chapter7.shared())


def test_words_alone_and_a_convolution_are_what_is_drawn():
    first, second = (torch.tensor(W).double().T for W in (W_1, W_2))
    x, hidden, output = (torch.tensor(n).double() for n in numbers())
    parts = spec.Between(first, torch.zeros(3), second, torch.zeros(2))
    alone = torch.stack([spec.feed_forward(word, parts) for word in x])
    slid = F.conv1d(x.T, first[..., None]).relu()
    assert torch.equal(alone, output) and torch.equal(slid.T, hidden)
    assert torch.equal(F.conv1d(slid, second[..., None]).T, output)
    cells = [n for m in [*numbers() * 2, W_1, W_2] for row in m for n in row]
    for n in set(cells):
        label = written([n], 0)[0]
        assert said(chapter7.feed_forward()).count(label) == cells.count(n)


@pytest.mark.parametrize(("order", "way"), [("pre", "no norm"), ("post", "2")])
def test_only_with_pre_norm_a_word_passes_as_it_is(order, way):
    layer, x = block_of(order), torch.arange(18.0).double().reshape(1, 3, 6)
    for part in (layer.own.layer.out, layer.feed_forward.layer.narrow):
        nn.init.zeros_(part.weight)
        nn.init.zeros_(part.bias)
    assert torch.equal(layer(x), x) == (way == "no norm")
    labels = said(chapter7.block())
    assert {"no norm on the way", "2 norms on the way"} <= set(labels)


@pytest.mark.parametrize("k", range(len(SCORES) // WIDE))
def test_each_block_reads_what_the_whole_softmax_reads(k):
    seen = (k + 1) * WIDE
    scores, values = (torch.tensor(row[:seen]) for row in (SCORES, VALUES))
    total = (scores - scores.max()).exp().sum().item()
    read = spec.read(spec.softmax(scores), values[:, None]).item()
    expected = scores.max().item(), total, read
    assert online()[k] == pytest.approx(expected)
    assert {f"{n:.2f}" for n in expected} <= set(said(chapter7.matrix()))
