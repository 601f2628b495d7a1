"""From the first word to the last: T - 1 steps, and one."""

import pytest

from attnbook.show.diagrams.chapter5 import paths
from attnbook.show.diagrams.chapter5.paths import (
    COUNTED,
    PLACES,
    T,
    attentive,
    recurrent,
    steps,
)
from tests.show.diagrams.toys import said


@pytest.mark.parametrize("length", [2, 5, 6])
def test_steps_of_a_recurrence_grow_with_the_text(length):
    assert steps(recurrent(length), 1, length) == length - 1
    assert steps(recurrent(length), 2, length) == length - 2
    assert steps(attentive(length), 1, length) == 1


def test_every_word_is_read_by_the_last():
    assert attentive() == [(s, T) for s in (1, 2, 3, 4, 5)]
    assert len(PLACES) == T < len(COUNTED)


def test_the_drawing_counts_the_steps():
    drawing = paths()
    labels = said(drawing)
    assert {f"h{t}" for t in range(1, T + 1)} <= set(labels)
    assert {f"x{t}" for t in range(1, T + 1)} | {f"o{T}"} <= set(labels)
    assert [labels.count(str(step)) for step in range(1, T)] == [2, 1, 1, 1]
    assert "four steps one after the other" in drawing.caption
    assert "one step in self-attention" in drawing.caption
