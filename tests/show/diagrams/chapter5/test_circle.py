"""The circle: whom a row asks, and what it hears."""

from attnbook.show.diagrams.chapter5.circle import CIRCLE, WAYS, answer


def test_names_are_asked_twice_never_and_by_their_own_row():
    asked = [row.asks for row in CIRCLE.values()]
    assert set(asked) <= set(CIRCLE)
    assert sorted(map(asked.count, CIRCLE)) == [0, 0, 2, 2]
    same = {name for name, row in CIRCLE.items() if row.asks == name}
    assert len(same) == 1 and set(WAYS) == set(CIRCLE) - same


def test_a_row_that_asks_for_another_name_does_not_hold_its_answer():
    balls = [row.ball for row in CIRCLE.values()]
    assert len(set(balls)) == len(balls)
    for name, row in CIRCLE.items():
        assert answer(name) == CIRCLE[row.asks].ball
        assert (answer(name) == row.ball) == (row.asks == name)
