"""A pair that turns a quarter, and the products of its positions."""

import torch

from attncourse.chapter6.drawings import by_hand
from attncourse.chapter6.drawings.clocks import written
from attncourse.chapter6.drawings.hand import LIT, T, places, products
from tests.attncourse.drawing.toys import said

QUARTERS = [[0, 1], [1, 0], [0, -1], [-1, 0], [0, 1]]


def test_places_go_round_in_quarters():
    rows = torch.tensor(QUARTERS, dtype=torch.float64)
    torch.testing.assert_close(places(), rows)
    torch.testing.assert_close(products(), rows @ rows.T)


def test_what_is_written_is_what_is_computed():
    labels, drawing = said(by_hand()), by_hand()
    rows, dots = (
        [n for row in numbers.tolist() for n in written(row, 0)]
        for numbers in (places(), products())
    )
    for number in ("0", "1", "\u22121"):
        expected = 2 * rows.count(number) + dots.count(number)
        assert labels.count(number) == expected
    a, b = (torch.tensor(QUARTERS[t]) for t in (1, 1 + LIT))
    result = written([float(a @ b)], 0)[0]
    assert f"= {result}" in labels and f"holds {result}." in drawing.alt
    assert "p0, p4" in labels
    assert f"positions 0 and {T - 1} apart" in drawing.caption
