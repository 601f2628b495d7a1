"""Marked words, in plain text and in HTML."""

from attnbook.show import tables
from attnbook.show.texts import Marked, marked


def test_neighbours_share_a_mark():
    text = marked(["a", "b", "c", "d"], [True, True, False, True])
    assert text == "[a b] c [d]"
    assert text.html == "<mark>a b</mark> c <mark>d</mark>"


def test_a_table_marks_and_escapes():
    shown = tables.table(
        [{"who": "x", "said": marked(["<", "b"], [True, False])}]
    )
    assert "[<] b" in repr(shown)
    assert "<mark>&lt;</mark> b" in shown.html()
    assert isinstance(shown.cells[0][1], Marked)
