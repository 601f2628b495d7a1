"""The circle: whom a row asks, and what it hears."""

from attnbook.show.diagrams.chapter5 import circle
from attnbook.show.diagrams.chapter5.circle import CIRCLE, WAYS, answer
from tests.show.diagrams.toys import said


def test_every_row_asks_another_row_and_every_row_is_asked():
    assert sorted(row.asks for row in CIRCLE.values()) == sorted(CIRCLE)
    assert all(name != row.asks for name, row in CIRCLE.items())
    assert set(WAYS) == set(CIRCLE)


def test_no_row_holds_its_own_answer():
    for name, row in CIRCLE.items():
        assert answer(name) == CIRCLE[row.asks].ball
        assert answer(name) not in (row.ball, name, row.asks)


def test_the_drawing_says_questions_and_answers():
    drawing = circle()
    labels = said(drawing)
    for name, row in CIRCLE.items():
        assert f"{row.asks}?" in labels and f"asks {row.asks}" in labels
        assert labels.count(answer(name)) >= 2
        assert f"{answer(name)} to {name}" in drawing.alt
    assert "Ben's ball: ?" in labels
    assert f"Ann must say {answer('Ann')}" in drawing.caption
