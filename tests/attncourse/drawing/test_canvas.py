"""What is put on a canvas stands where it should."""

import pytest

from attncourse.drawing.canvas import Canvas
from attncourse.drawing.shapes import Path, Text


@pytest.fixture
def card():
    return Canvas(200, 100)


def texts(card):
    return [mark for mark in card.marks if isinstance(mark, Text)]


def test_lines_of_a_text_are_centred(card):
    card.text(50, 40, "one\ntwo")
    one, two = texts(card)
    assert (one.label, two.label) == ("one", "two")
    assert (one.y + two.y) / 2 == pytest.approx(40 + 0.36 * one.size)


def test_a_box_has_its_label_and_its_colour(card):
    box = card.box(50, 40, 30, 20, "x", "key", dash=(1, 2), tint=0.5)
    edge, label = card.marks
    assert (edge.fill, edge.tint, edge.stroke) == ("key", 0.5, "key")
    assert edge.dash == (1, 2)
    assert (label.x, label.label) == (box.x, "x")


def test_a_token_is_as_wide_as_its_word(card):
    assert card.token(50, 50, "sleeps").w > card.token(50, 50, "a").w + 20
    assert card.token(50, 50, "a", w=64).w == 64


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


def test_an_arrow_has_a_label_on_a_piece_of_card(card):
    card.arrow((0, 50), (100, 50), "0.6")
    patch, label = card.marks[-2:]
    assert patch.fill == "card" and patch.tint == 1
    assert (label.label, label.x) == ("0.6", 50)
    card.arrow((0, 0), (90, 90), "c", via=[(0, 90)])
    assert (card.marks[-1].x, card.marks[-1].label) == (0, "c")


def test_a_line_without_a_head_is_one_path(card):
    card.arrow((0, 50), (100, 50), head=False)
    (line,) = card.marks
    assert line.commands[-1] == ("L", ((100, 50),))


def test_a_chain_joins_neighbours(card):
    boxes = [card.box(x, 50, 10, 10) for x in (20, 60, 100)]
    before = len(card.marks)
    card.chain(boxes, colour="key")
    lines = [mark for mark in card.marks[before:] if mark.stroke == "key"]
    assert len(lines) == 2


def test_a_funnel_has_two_widths(card):
    card.funnel(100, 50, (80, 20), 40, "encoder", "encoder")
    corners = {x for _, found in card.marks[0].commands for x, _ in found}
    assert min(corners) == 60 and max(corners) == 140
    assert texts(card)[0].label == "encoder"


def test_a_brace_has_its_label_under_it(card):
    card.brace(20, 80, 50, "skipped")
    line, label = card.marks
    assert isinstance(line, Path)
    assert label.x == 50 and label.y > 57
