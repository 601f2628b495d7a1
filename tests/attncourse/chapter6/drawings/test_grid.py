"""How far back the position above lies, and what two tables make of it."""

import torch

from attnbook import positions
from attncourse.chapter6.drawings import grid
from attncourse.chapter6.drawings.grid import (
    ANSWERS,
    ASKS,
    PLACES,
    WIDE,
    steps,
)
from tests.attncourse.drawing.toys import said


def test_rows_and_columns_are_those_of_the_library():
    layer = positions.Relative2D(1, PLACES, columns=WIDE)
    reach = torch.arange(-PLACES, PLACES + 1.0)[:, None]
    with torch.no_grad():
        layer.down.copy_(100 * reach)
        layer.across.copy_(reach)
    q = torch.ones(1, 1, PLACES, 1)
    bias = layer.bias(q, q)[0, 0]
    for s in range(PLACES):
        down, right = steps(ASKS, s, WIDE)
        assert bias[ASKS, s].item() == 100 * down + right
    down, right = steps(ASKS, ANSWERS, WIDE)
    assert f"d_{down} and d'_{right} are lit" in grid().alt
    labels = said(grid())
    for name, d in (("d", down), ("d\u2032", right)):
        assert d < 0 and f"{name}\u2212{-d}" in labels
