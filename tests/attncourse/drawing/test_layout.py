"""Things side by side and below each other, and arrows between them."""

import pytest

from attncourse.drawing import layout


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


def test_what_is_wider_than_a_card_is_refused():
    with pytest.raises(ValueError, match="wider than 424: body.w=500"):
        layout.lay(block("a", 500, 20))
