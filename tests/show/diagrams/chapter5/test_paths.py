"""From the first word to the last: T - 1 steps, and one."""

import pytest

from attnbook.show.diagrams.chapter5.paths import (
    attentive,
    recurrent,
    steps,
)


@pytest.mark.parametrize("length", [2, 5, 6])
def test_steps_of_a_recurrence_grow_with_the_text(length):
    assert steps(recurrent(length), 1, length) == length - 1
    assert steps(recurrent(length), 2, length) == length - 2
    assert steps(attentive(length), 1, length) == 1
