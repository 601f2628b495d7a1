"""Where lines leave boxes, turn and end."""

import math

import pytest

from attncourse.drawing.shapes import (
    Box,
    Text,
    between,
    cornered,
    edge,
    rounded,
    wedge,
)

BOX = Box(10, 20, 40, 20)


def points(way):
    return [point for _, found in way for point in found]


def test_points_of_a_box():
    assert (BOX.left, BOX.right) == ((-10, 20), (30, 20))
    assert (BOX.top, BOX.bottom) == ((10, 10), (10, 30))
    assert BOX.at(0.5, -1) == (20, 10)


def test_a_line_leaves_at_the_border():
    assert BOX.border((110, 20)) == (30, 20)
    assert BOX.border((10, -80)) == (10, 10)
    assert BOX.border((50, 40)) == (30, 30)
    far = Box(0, 0, 10, 10, circle=True).border((30, 40))
    assert far == pytest.approx((3, 4))


def test_an_edge_is_of_a_box_or_the_point_itself():
    assert edge(BOX, Box(110, 20, 2, 2)) == (30, 20)
    assert edge((1, 2), BOX) == (1, 2)
    assert between((0, 0), (4, 6)) == (2, 3)


def test_corners_are_cut_by_their_radius():
    way = cornered([(0, 0), (50, 0), (50, 50)], r=8)
    assert way == (
        ("M", ((0, 0),)),
        ("L", ((42, 0),)),
        ("Q", ((50, 0), (50, 8))),
        ("L", ((50, 50),)),
    )
    near = points(cornered([(0, 0), (4, 0), (4, 4)], r=8))
    assert (2, 0) in near and (4, 2) in near


def test_round_boxes_stay_in_their_box():
    found = points(rounded(BOX, 10))
    assert {min(x for x, _ in found), max(x for x, _ in found)} == {-10, 30}
    assert {min(y for _, y in found), max(y for _, y in found)} == {10, 30}


def test_a_head_points_where_the_arrow_goes():
    tip, one, other = points(wedge((5, 5), (1, 0), 10))
    assert tip == (5, 5)
    assert one[0] == other[0] == -5
    assert math.isclose(one[1] - 5, 5 - other[1])


def test_a_text_knows_its_ends():
    start, middle, end = (
        Text(100, 0, "abc", 14, anchor) for anchor in ("start", "middle", "end")
    )
    assert start.left == end.right == 100
    assert middle.left + middle.right == pytest.approx(200)
    assert middle.left < 100
