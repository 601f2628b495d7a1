"""A Vision Transformer with assumptions of a convolutional network."""

import pytest
import torch

from attnbook import patches
from attnbook.models import vit
from attncourse.chapter9 import check, hybrid

CONFIG = vit.Config(16, 4, 3, 10, 12, 2, 16, 3)
BUILD = [hybrid.with_offsets, hybrid.with_stem, hybrid.with_both]


def drawn(seed=1):
    return torch.Generator().manual_seed(seed)


@pytest.mark.parametrize("build", BUILD)
def test_it_is_drawn_from_its_generator_and_trains(build):
    torch.manual_seed(3)
    before = torch.get_rng_state()
    x = torch.rand(2, 3, 16, 16)
    torch.set_rng_state(before)
    one, two, other = (build(CONFIG, drawn(k)) for k in (1, 1, 2))
    assert torch.equal(torch.get_rng_state(), before)
    logits = one(x)
    assert logits.shape == (2, 10) and torch.equal(logits, two(x))
    assert not torch.equal(logits, other(x))
    logits.square().sum().backward()
    assert all(p.grad is not None for p in one.parameters())
    depth = 3 if build is hybrid.with_offsets else 2
    tokens = 17 if build is hybrid.with_stem else 16
    assert one.weights(x).shape == (2, depth, 2, tokens, tokens)


def test_offsets_are_those_of_the_exercise():
    position = hybrid.Offsets(3, 4)
    q = torch.zeros(2, 3, 16, 5)
    check.offset_bias(hybrid_bias)
    assert torch.equal(position.bias(q, q)[0], hybrid_bias(position.table))


def hybrid_bias(table):
    """Written as a window of the table for each query."""
    rows, columns = (size // 2 + 1 for size in table.shape[1:])
    seen = table.unfold(1, rows, 1).unfold(2, columns, 1)
    return seen.flip(1, 2).flatten(3).flatten(1, 2)


def test_without_offsets_the_patches_are_a_set():
    """And with them they are none."""
    model = hybrid.with_offsets(CONFIG, drawn()).double()
    x = torch.rand(2, 3, 16, 16).double()
    order = torch.randperm(16, generator=drawn(5))
    mixed = patches.shuffle(x, 4, order)
    assert (model(x) - model(mixed)).abs().max() > 1e-3
    for block in model.blocks:
        torch.nn.init.zeros_(block.own.layer.position.table)
    assert (model(x) - model(mixed)).abs().max() < 1e-9


def test_a_stem_sees_across_borders():
    """Of patches, by its filters; as many tokens as patches come out."""
    stem = vit.Stem(3, 12, [(4, 2), (8, 1), (12, 2)]).double().eval()
    x = torch.zeros(1, 3, 16, 16).double()
    dot = x.clone()
    dot[..., 3, 3] = 1  # the last pixel of the first patch
    rows = (stem(dot) != stem(x)).any(-1)[0]
    assert rows.shape == (16,) and 1 < int(rows.sum()) < 16
