"""Answers that a model learns through: whether the gradient passes is found out
where the student's code runs, since numbers alone come back from there.
"""

import pytest

from attncourse.grading import grade
from attncourse.grading.judging import Judges
from attncourse.grading.tasks import Task
from tests.attncourse.checks.calling.test_gradient import LEARNED
from tests.attncourse.grading.sandbox.test_banks import Named, cell

MOST = [k for k in LEARNED if k.split(".")[0] in ("chapter6", "chapter9")]
CUT = """
def cut(*given):
    return right_0(*given).detach()
"""


@pytest.mark.usefixtures("bwrap")
@pytest.mark.parametrize("key", MOST)
def test_it_passes_through_a_right_answer_and_not_through_one_cut_off(key):
    """Through the functions of a case, too, which stand with the grader."""
    task = Task(*key.split("."))
    found = {}
    with Named([cell(key), CUT]) as submission:
        for submission.answer in ("right_0", "cut"):
            (found[submission.answer],) = grade.judged_all(
                submission, [task], Judges(3)
            )
    assert found["right_0"].points == 1, found["right_0"].message
    assert found["cut"].points == 0
    assert "no gradient reaches" in found["cut"].message
