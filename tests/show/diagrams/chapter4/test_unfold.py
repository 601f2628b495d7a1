"""Places in the drawing of unfolding keep their order and their number."""

from attnbook.show.diagrams.canvas import Canvas
from attnbook.show.diagrams.chapter4 import unfold
from attnbook.show.diagrams.chapter4.unfold import (
    ASKS,
    CELL,
    GRID,
    numbered,
    stack,
)
from tests.show.diagrams.toys import said


def test_places_are_numbered_row_after_row():
    assert numbered((2, 3)) == [["1", "2", "3"], ["4", "5", "6"]]


def test_a_stack_lies_in_its_box():
    card = Canvas(300, 200)
    box = stack(card, 100, 90, (2, 3), 4, "encoder")
    (left, top), (right, bottom) = box.at(-1, -1), box.at(1, 1)
    assert (left, bottom) == (100 - 1.5 * CELL, 90 + CELL)
    assert (right, top) == (100 + 1.5 * CELL + 18, 90 - CELL - 18)


def test_the_output_has_the_size_of_what_asks():
    labels = said(unfold())
    size = f"{ASKS[0]} \u00d7 {ASKS[1]}"
    assert {f"{size} asks", f"{size} comes out"} <= set(labels)
    places, asked = GRID[0] * GRID[1], ASKS[0] * ASKS[1]
    assert f"{asked} \u00d7 {places} weights" in labels
    assert labels.count(str(asked)) == 2 and labels.count(str(places)) == 7
    assert "a query of another size makes an output" in unfold().caption
