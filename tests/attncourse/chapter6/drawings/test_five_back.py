"""The drawing of the first question shows what `order.back` asks."""

from attncourse.chapter6 import drawings as chapter6
from attncourse.chapter6.drawings.five_back import LENGTH, SHOWN, letters
from attncourse.chapter6.order import BACK
from tests.attncourse.drawing.toys import said


def test_each_answer_is_the_symbol_five_back():
    symbols, answers = letters()
    assert len(symbols) == len(answers) == LENGTH
    assert answers[BACK:] == symbols[:-BACK]
    assert set(answers[:BACK]) == {"\u2013"}


def test_what_is_pointed_out_is_named():
    symbols, answers = letters()
    drawing = chapter6.five_back()
    assert f"*{answers[SHOWN]}*" in drawing.caption
    rows = [label for label in said(drawing) if label in {*symbols, *answers}]
    assert sorted(rows) == sorted([*symbols, *answers])
