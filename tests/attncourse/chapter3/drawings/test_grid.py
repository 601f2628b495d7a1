"""The sizes in the drawing of the grid are those of the network."""

import torch

from attnbook.models.convnet import ConvNet
from attncourse.chapter3.drawings import grid
from attncourse.chapter3.drawings.grid import AFTER, BEFORE, LAYERS, SIDE, seen
from tests.attncourse.drawing.toys import said


def test_the_grids_are_those_of_the_network():
    network = ConvNet((2, 3, 4, 5))
    x = torch.zeros(1, 3, SIDE, SIDE)
    for layer, (stride, rows) in zip(network.layers, LAYERS, strict=True):
        x = layer(x)
        assert layer.stride == (stride, stride)
        assert x.shape[2:] == (rows, rows)


def test_a_place_has_seen_as_many_pixels_as_move_it():
    """The gradient of one place in the middle tells which pixels count."""
    network = ConvNet((2, 2, 2, 2)).double()
    for layer in network.layers:
        torch.nn.init.ones_(layer.weight)
    x = torch.ones(1, 3, SIDE, SIDE, dtype=torch.float64, requires_grad=True)
    network(x)[0, 4, 4].sum().backward()
    across = x.grad[0, 0].abs().sum(0).nonzero().flatten()
    assert int(across.max() - across.min()) + 1 == seen()[-1]
    labels = said(grid())
    assert {f"{n} \u00d7 {n}" for n in seen()} <= set(labels)


def test_both_images_hold_the_same_things_at_other_places():
    """So as sets of vectors they are equal, and with places they are not."""
    assert sorted(BEFORE.values()) == sorted(AFTER.values())
    assert BEFORE.keys().isdisjoint(AFTER)
