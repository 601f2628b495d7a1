"""Words as rows and words as columns: the same numbers, turned."""

import pytest

from attncourse.chapter5.drawings.conventions import COLUMNS, ROWS


def sides(step):
    return [thing.split()[0] for thing in step[1]]


@pytest.mark.parametrize("steps", [ROWS, COLUMNS])
def test_two_matrices_of_a_step_make_the_third(steps):
    for step in steps:
        (a, b), (c, d), made = sides(step)
        assert b == c and made == a + d
