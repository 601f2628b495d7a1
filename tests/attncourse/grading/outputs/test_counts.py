"""What is counted of a class."""

import pytest

from attncourse.checks.failed import HINT
from attncourse.grading.outputs.counts import counted, gist
from tests.attncourse.grading.outputs.toys import ASSIGNMENT, said

ROWS = [
    said("ann", 2, 4),
    said("bob", 2, 2, message="after the norm\n  case: 3"),
    said("cy", 2, 0, message="after the norm\n  case: 4"),
    said("dan", problem="not a notebook"),
    said("eve", 0, 0, message="there is no function"),
]


def test_what_could_not_be_graded_has_no_points() -> None:
    found = counted(ROWS, ASSIGNMENT)
    assert (found.students, found.graded, found.most) == (5, 4, 6)
    assert found.hardest.task.name == "post_norm_block"
    assert found.summary() == (
        "5 students, 4 graded: median 3 of 6 points; 1 could not be graded"
    )


@pytest.mark.parametrize(
    ("points", "median"),
    [([], 0), ([0, 1, 5], 1), ([0, 0, 5, 6], 2.5), ([6, 6, 0], 6)],
)
def test_the_median(points: list[float], median: float) -> None:
    rows = [said("a", 0, own) for own in points]
    assert counted(rows, ASSIGNMENT).median == median


def test_the_gist_of_a_message() -> None:
    """What its exercise says of each slip, without the numbers of a case."""
    message = (
        "split_heads: heads wrong.\n  heads[0, 1] = 10; yours 2\n"
        "  all numbers are right, but in the wrong places.\n"
        f"  where: cut or heads\n  case: two words\n  {HINT}"
    )
    assert gist(message) == (
        "split_heads: heads wrong. all numbers are right, but in the wrong "
        "places. where: cut or heads"
    )
    assert gist("x" * 999) == "x" * 300
