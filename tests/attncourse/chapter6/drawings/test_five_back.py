"""The drawing of the first question shows what `order.back` asks."""

from attncourse.chapter6.drawings.five_back import LENGTH, letters
from attncourse.chapter6.order import BACK


def test_each_answer_is_the_symbol_five_back():
    symbols, answers = letters()
    assert len(symbols) == len(answers) == LENGTH
    assert answers[BACK:] == symbols[:-BACK]
    assert set(answers[:BACK]) == {"\u2013"}
