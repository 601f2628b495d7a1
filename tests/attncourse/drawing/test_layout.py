"""Things side by side and below each other, and arrows between them."""

import pytest

from attncourse.drawing import layout
from attncourse.drawing.shapes import Box, Path, Text


def texts(card):
    return {mark.label: mark for mark in card.marks if isinstance(mark, Text)}


def ends(card):
    """Where the last arrow begins, and the tip of its head."""
    line, head = [mark for mark in card.marks if isinstance(mark, Path)][-2:]
    return line.commands[0][1][0], head.commands[0][1][0]


def block(name, w, h):
    return layout.Thing(w, h / 2, h / 2, lambda *_: None).named(name)


def test_a_row_lies_on_one_axis_in_the_middle_of_its_card():
    card, at = layout.lay(layout.row(block("a", 50, 20), block("b", 30, 80)))
    assert at["a"].y == at["b"].y == card.height / 2
    assert at["b"].left[0] - at["a"].right[0] == layout.NEAR
    assert at["a"].left[0] + at["b"].right[0] == card.width
    assert card.height == 80 + 2 * layout.MARGIN


def test_the_columns_of_a_table_are_as_wide_as_their_widest():
    lines = [
        [block("a", 50, 20), block("b", 30, 40)],
        [block("c", 110, 20), block("d", 70, 10)],
    ]
    _, at = layout.lay(layout.table(lines, across=7, down=13))
    assert (at["a"].x, at["b"].x) == (at["c"].x, at["d"].x)
    assert at["d"].left[0] - at["c"].right[0] == 7
    assert at["c"].y - at["a"].y == 20 + 13 + 10
    _, at = layout.lay(layout.column(*lines[0], gap=5))
    assert at["a"].x == at["b"].x and at["b"].y - at["a"].y == 10 + 5 + 20


def test_labels_of_neighbours_are_on_one_line_and_apart():
    one = block("a", 10, 60).under("a long label").over("head")
    other = block("b", 10, 20).under("another one")
    card, at = layout.lay(layout.row(one, layout.space(9), other))
    first, second = (texts(card)[k] for k in ("a long label", "another one"))
    assert first.y == second.y > at["a"].bottom[1]
    assert first.right + layout.NEAR == pytest.approx(second.left)
    assert first.left == pytest.approx(card.width - second.right)
    assert texts(card)["head"].y < at["a"].top[1]


def test_cells_are_as_wide_as_the_widest_text():
    thin = layout.cells([["1", "2", "3"]], "key")
    wide = layout.cells([["1", "0.123456", "3"]], "key")
    assert thin.w == 3 * layout.CELL < wide.w
    assert thin.up == thin.down == layout.CELL / 2
    card, _ = layout.lay(wide)
    assert texts(card)["0.123456"].right < card.width / 2 + wide.w / 6


def test_boxes_matrices_and_signs_are_drawn_where_they_stand():
    body = layout.row(
        layout.box("a layer", "value"),
        layout.sign("="),
        layout.matrix((3, 5), "key", row=1).named("grid"),
    )
    card, at = layout.lay(body)
    assert texts(card)["a layer"].x == at["a layer"].x < at["grid"].x
    assert (
        at["a layer"].w > texts(card)["a layer"].right - at["a layer"].left[0]
    )
    assert (at["grid"].w, at["grid"].h) == (60, 36)


def test_a_step_is_as_long_as_its_label():
    card, _ = layout.lay(layout.step("transpose"))
    label, (start, end) = texts(card)["transpose"], ends(card)
    assert start[0] < label.left and label.right < end[0]
    assert layout.step().w == layout.ARROW and label.y < start[1]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (Box(50, 50, 20, 20), Box(150, 55, 20, 20), ((60, 50.5), (140, 54.5))),
        (Box(50, 50, 20, 20), Box(50, 150, 20, 20), ((50, 60), (50, 140))),
        (Box(50, 50, 20, 20), Box(150, 150, 20, 20), ((50, 60), (150, 140))),
        (Box(150, 150, 20, 20), Box(50, 50, 20, 20), ((150, 140), (50, 60))),
    ],
    ids=["beside", "below", "down and across", "up and across"],
)
def test_arrows_lead_from_border_to_border(start, end, expected):
    card, _ = layout.lay(layout.space())
    layout.arrows(card, {"a": start, "b": end}, ("a", "b"))
    assert ends(card) == tuple(pytest.approx(point) for point in expected)
    layout.arrows(card, {"a": start, "b": end}, ("a", "b", "softmax"))
    assert texts(card)["softmax"].x == (start.x + end.x) / 2


def test_what_is_wider_than_a_card_is_refused():
    with pytest.raises(ValueError, match="wider than 424: body.w=500"):
        layout.lay(block("a", 500, 20))
