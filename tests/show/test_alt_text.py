"""What the numbers of a figure say reads well aloud, and is the same on every
machine.
"""

import numpy as np
import pytest

from attnbook.show import alt_text

MANY = alt_text.FEW + 5


def series(y, places=None, low=None, high=None):
    y = np.array(y, dtype=float)
    spreads = {} if low is None else {"gru": (np.array(low), np.array(high))}
    return alt_text.series(
        "share",
        {"gru": y},
        places or [str(10 * k) for k in range(1, len(y) + 1)],
        spreads,
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.00"),
        (-0.126, "-0.13"),
        (0.01, "0.01"),
        (0.00123, "1.2e-03"),
        (-4e-9, "-4.0e-09"),
        (0.0, "0.00"),
    ]
    + [(-0.0, "0.00"), (55.736, "55.74"), (1234567.0, "1234567.00")],
)
def test_numbers_have_two_decimals_and_small_ones_two_digits(value, text):
    assert alt_text.number(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(5.0, "5"), (1000.0, "1000"), (0.5, "0.50"), (0.0005, "5.0e-04")],
)
def test_places_are_counted_where_they_are_whole(value, text):
    assert alt_text.place(value) == text


def test_few_points_are_all_named():
    assert (
        series([1, 0.5, 0.25])
        == "Share, gru: 1.00 at 10, 0.50 at 20, 0.25 at 30."
    )


def test_many_points_are_told_by_their_ends():
    assert (
        series(np.linspace(1, 0.1, MANY))
        == "Share, gru: 1.00 at 10, 0.10 at 110."
    )


def test_what_lies_above_or_below_the_ends_is_told_too():
    y = np.full(MANY, 0.5)
    y[3], y[7] = 0.05, 0.875
    assert (
        series(y)
        == "Share, gru: 0.50 at 10, 0.50 at 110, lowest 0.05 at 40, highest "
        "0.88 at 80."
    )


def test_a_level_line_is_told_once():
    assert series([0.1] * MANY) == "Share, gru: 0.10 from 10 to 110."
    assert series([0.1]) == "Share, gru: 0.10 at 10."


def test_the_widest_interval_is_named():
    text = series([1, 2, 3], low=[0.5, 1, 2.5], high=[1.5, 3, 3])
    assert text.endswith("3.00 at 30, interval widest at 20, 1.00 to 3.00.")


def test_each_row_is_told_by_its_largest_cell():
    cells = np.array([[0.2, 0.7, 0.1], [0.9, 0.0, 0.1]])
    named = alt_text.matrix("weight", cells, ["un", "chat"], ["a", "cat", "b"])
    assert (
        named == "Largest weight of each row: un, 0.70 at cat; chat, 0.90 at a."
    )
    assert alt_text.matrix("weight", cells, None, None).endswith(
        "row 1, 0.70 at column 2; row 2, 0.90 at column 1."
    )


def test_cells_that_differ_by_rounding_are_equal():
    third = 1 / 3
    for row in ([third, third, third + 1e-16], [third + 1e-16, third, third]):
        text = alt_text.matrix(
            "weight", np.array([row]), ["un"], ["a", "b", "c"]
        )
        assert text == "Largest weight of each row: un, 0.33 at a and 2 more."


def test_many_rows_are_told_by_their_extremes():
    cells = np.zeros((alt_text.ROWS + 1, 2))
    cells[3, 1], cells[7, 0] = -0.5, 0.25
    assert alt_text.matrix("encoding", cells, None, ["sine", "cosine"]) == (
        "Encoding in 21 rows and 2 columns: smallest -0.50 at row 4, cosine, "
        "largest 0.25 at row 8, sine."
    )
