"""Which place each pixel shows, and what makes a wrong map."""

import pytest

from attnbook.check.chapter3.laid import NONE, due, known, told

SIZES = {"rows": 2, "columns": 3, "side": 12}


def test_the_right_map_counts_row_by_row():
    assert due(**SIZES)[0].tolist() == [0] * 4 + [1] * 4 + [2] * 4
    assert due(**SIZES)[:, 0].tolist() == [0] * 6 + [3] * 6


@pytest.mark.parametrize(("down", "across"), [(1, 0), (0, 2), (6, 4)])
def test_a_map_that_is_moved_is_named_with_its_pixels(down, across):
    lower = known(due(**SIZES).roll((down, across), (0, 1)), **SIZES)
    upper = known(due(**SIZES).roll((-down, -across), (0, 1)), **SIZES)
    assert f"{down} pixels too far down and {across} too far to the right" in (
        lower
    )
    assert f"{down} pixels too far up and {across} too far to the left" in upper


def test_a_place_that_is_nowhere_is_named():
    shown = due(**SIZES)
    shown[shown == 4] = NONE
    assert "place 4 (row 1, column 1 of the grid) is nowhere" in (
        known(shown, **SIZES)
    )


def test_nothing_is_said_of_what_no_way_explains():
    shown = due(**SIZES)
    shown[0, 0] = NONE
    assert known(shown, **SIZES) is None


def test_a_place_is_told_by_its_number_and_its_line():
    assert told(5, 3) == "place 5 (row 1, column 2)"
