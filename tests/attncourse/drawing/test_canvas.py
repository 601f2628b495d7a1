"""What is put on a canvas stands where it should."""

import pytest

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.shapes import Text


@pytest.fixture
def card():
    return Canvas(200, 100)


def texts(card):
    return [mark for mark in card.marks if isinstance(mark, Text)]


def test_a_state_is_a_column_or_a_row_of_cells(card):
    column = card.state(50, 50, [0.1, 0.9, 0.2], "value", cell=(10, 20))
    assert (column.w, column.h) == (10, 60)
    tints = [mark.tint for mark in card.marks]
    assert tints[1] > tints[2] > tints[0]
    row = card.state(50, 50, ["1", "0"], "value", cell=(10, 20), across=True)
    assert (row.w, row.h) == (20, 20)
    assert [text.label for text in texts(card)] == ["1", "0"]


def test_a_matrix_has_rows_and_columns(card):
    box = card.matrix(50, 50, [["1", "2", "3"], ["4", "5", "6"]], "key")
    assert (box.w, box.h) == (48, 32)
    first, last = texts(card)[0], texts(card)[-1]
    assert first.x < last.x and first.y < last.y
    card.matrix(50, 50, [["1", "2"], ["3", "4"]], "key", tints=[0.1, 0.5])
    assert [mark.tint for mark in card.marks[-8::2]] == [0.1, 0.1, 0.5, 0.5]


@pytest.mark.parametrize("via", [[], [(50, 80)], [(50, 80), (150, 80)]])
def test_an_arrow_ends_at_the_border(card, via):
    one, other = card.circle(50, 30, 10), card.box(150, 30, 20, 20)
    card.arrow(one, other, via=via)
    head = card.marks[-1]
    tip = head.commands[0][1][0]
    assert tip == ((150, 40) if len(via) == 2 else pytest.approx(tip))
    x, y = tip
    assert max(abs(x - 150), abs(y - 30)) == pytest.approx(10)
