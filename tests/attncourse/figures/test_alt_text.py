"""What the numbers of a figure say reads well aloud, and is the same on every
machine.
"""

import numpy as np
import pytest

from attncourse.figures import alt_text

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
    ("write", "value", "text"),
    [
        (alt_text.number, 1.0, "1.00"),
        (alt_text.number, -0.126, "-0.13"),
        (alt_text.number, 0.01, "0.01"),
        (alt_text.number, 0.00123, "1.2e-03"),
        (alt_text.number, -4e-9, "-4.0e-09"),
        (alt_text.number, 0.0, "0.00"),
        (alt_text.number, -0.0, "0.00"),
        (alt_text.number, 1234567.0, "1234567.00"),
        (alt_text.place, 5.0, "5"),
        (alt_text.place, 1000.0, "1000"),
        (alt_text.place, 0.5, "0.5"),
        (alt_text.place, 0.0005, "0.0005"),
        (alt_text.place, 1 / 3, "0.333"),
    ],
)
def test_numbers_have_two_decimals_and_small_ones_two_digits(
    write, value, text
):
    """Places along an axis are counted where they are whole."""
    assert write(value) == text


BENT = np.full(MANY, 0.5)
BENT[3], BENT[7] = 0.05, 0.875


@pytest.mark.parametrize(
    ("y", "text"),
    [
        ([1, 0.5, 0.25], "1.00 at 10, 0.50 at 20, 0.25 at 30."),
        (np.linspace(1, 0.1, MANY), "1.00 at 10, 0.10 at 110."),
        (
            BENT,
            "0.50 at 10, 0.50 at 110, lowest 0.05 at 40, highest 0.88 at 80.",
        ),
        ([0.1] * MANY, "0.10 from 10 to 110."),
        ([0.1], "0.10 at 10."),
    ],
    ids=["few points", "ends of many", "what lies beyond", "level", "one"],
)
def test_a_line_is_told_by_its_points_its_ends_or_its_level(y, text):
    assert series(y) == f"Share, gru: {text}"


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
