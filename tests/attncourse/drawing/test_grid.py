"""Matrices in proportion, and the row or column that is lit in them."""

import pytest

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.grid import UNIT, grid


def test_a_grid_is_drawn_in_proportion():
    card = Canvas(200, 200)
    box = grid(card, 90, 80, (3, 5), "key")
    assert (box.x, box.y, box.w, box.h) == (90, 80, 5 * UNIT, 3 * UNIT)
    assert grid(card, 90, 80, (3, 5), "key", unit=4).w == 20


@pytest.mark.parametrize("lit", [{}, {"row": 1}, {"column": 4}])
def test_what_is_lit_lies_in_the_grid(lit):
    card = Canvas(200, 200)
    box = grid(card, 90, 80, (3, 5), "key", **lit)
    (left, top), (right, bottom) = box.at(-1, -1), box.at(1, 1)
    found = [mark for mark in card.marks if mark.tint == 0.5]
    assert len(found) == len(lit)
    for mark in found:
        points = [point for _, points in mark.commands for point in points]
        xs, ys = zip(*points, strict=True)
        expected = {
            "row": (left, right, top + UNIT, top + 2 * UNIT),
            "column": (right - UNIT, right, top, bottom),
        }
        (name,) = lit
        assert (min(xs), max(xs), min(ys), max(ys)) == expected[name]


def test_lines_lie_between_rows_and_between_columns():
    card = Canvas(200, 200)
    grid(card, 90, 80, (3, 5), "key")
    assert len(card.marks[-1].commands) == 2 * (2 + 4)
