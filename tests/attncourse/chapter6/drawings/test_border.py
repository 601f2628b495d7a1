"""Equal positions become different at the border, and only there."""

import torch

from attnbook.positions import Conditional2D
from attncourse.chapter6.drawings import border
from attncourse.chapter6.drawings.border import (
    COLUMNS,
    ROWS,
    SIDE,
    WINDOWS,
    sums,
)
from tests.attncourse.drawing.toys import said


def test_what_is_added_is_what_the_library_adds():
    layer = Conditional2D(1, COLUMNS, SIDE)
    torch.nn.init.ones_(layer.around.weight)
    torch.nn.init.zeros_(layer.around.bias)
    x = torch.ones(1, ROWS * COLUMNS, 1)
    added = (layer(x) - x).reshape(ROWS, COLUMNS)
    assert added.tolist() == sums()


def test_each_kind_of_place_has_the_number_that_is_said():
    labels = said(border())
    flat = [n for row in sums() for n in row]
    assert sorted(set(flat)) == [4, 6, 9]
    for n in set(flat):
        assert labels.count(str(n)) == flat.count(n)
    assert labels.count("1") == ROWS * COLUMNS
    assert labels.count("0") == 2 * (ROWS + COLUMNS) + 4
    corner, inside = (sums()[i][j] for i, j in WINDOWS)
    assert (corner, inside) == (min(flat), SIDE**2)
    assert f"{corner} in a corner" in border().caption
    assert f"{inside} inside" in border().caption
