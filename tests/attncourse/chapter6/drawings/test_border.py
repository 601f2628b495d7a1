"""Equal positions become different at the border, and only there."""

import torch

from attnbook.positions import Conditional2D
from attncourse.chapter6.drawings.border import (
    COLUMNS,
    ROWS,
    SIDE,
    sums,
)


def test_what_is_added_is_what_the_library_adds():
    layer = Conditional2D(1, COLUMNS, SIDE)
    torch.nn.init.ones_(layer.around.weight)
    torch.nn.init.zeros_(layer.around.bias)
    x = torch.ones(1, ROWS * COLUMNS, 1)
    added = (layer(x) - x).reshape(ROWS, COLUMNS)
    assert added.tolist() == sums()
