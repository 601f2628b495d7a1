"""The check of maps: other right answers, and what it sees at a pixel."""

import pytest
import torch

from attnbook.check.chapter3 import lay_over
from tests.check.said import said


def kron(weights, rows, columns, side):
    """Each place times a block of ones."""
    block = weights.new_ones(1, side // rows, side // columns)
    return torch.kron(weights.reshape(-1, rows, columns), block)


def nearest(weights, rows, columns, side):
    """Interpolated, but to the nearest place."""
    maps = weights.reshape(-1, 1, rows, columns)
    size = (side, side)
    return torch.nn.functional.interpolate(maps, size, mode="nearest")[:, 0]


def sliced(weights, rows, columns, side):
    """Place by place."""
    maps = weights.new_zeros(len(weights), side, side)
    high, wide = side // rows, side // columns
    for place in range(rows * columns):
        y, x = place // columns * high, place % columns * wide
        maps[:, y : y + high, x : x + wide] = weights[:, place, None, None]
    return maps


@pytest.mark.parametrize("right", [kron, nearest, sliced])
def test_every_way_to_stretch_a_place_passes(right, capsys):
    lay_over(right)
    assert "right in all 4 cases" in capsys.readouterr().out


def test_two_places_exchanged_are_named_at_their_pixel():
    def exchanged(weights, rows, columns, side):
        order = torch.arange(rows * columns)
        order[:2] = torch.tensor([1, 0])
        return sliced(weights[:, order], rows, columns, side)

    message = said(lay_over, exchanged)
    assert "maps[0, 0, 0] shows place 1 (row 0, column 1 of the grid)" in (
        message
    )
    assert "lies over place 0 (row 0, column 0)" in message


def test_a_square_grid_alone_hides_an_exchange_of_x_and_y():
    def turned(weights, rows, columns, side):
        maps = sliced(weights, rows, columns, side)
        return maps.mT if rows == columns else maps

    message = said(lay_over, turned)
    assert "your maps are transposed" in message
    assert "as many rows as columns" in message
