"""Of a notebook only the cells that the answers need are run."""

from attncourse.grading import grade
from attncourse.grading.sandbox.start import DIRECT
from attncourse.grading.sandbox.workers import Workers
from attncourse.grading.tasks import Task

RIGHT = "def split_heads(x, H):\n    {}\n    return x.unflatten(-1, (H, -1)).mT"
TASK = [Task("chapter5", "split_heads")]


def test_what_is_not_needed_is_not_run() -> None:
    """And its error is not told."""
    right = RIGHT.format("pass").replace("mT", "transpose(1, 2)")
    report = grade.grade(["1 / 0", right], TASK, workers=Workers(DIRECT))
    assert not report.errors


def test_after_an_error_all_cells_are_run() -> None:
    """A name may be made in ways that nobody can see."""
    cells = ["globals()['hid' + 'den'] = 3", RIGHT.format("hidden"), "1 / 0"]
    report = grade.grade(cells, TASK, workers=Workers(DIRECT))
    assert "NameError" not in report.grades[0].message
    assert [*report.errors] == ["3"]
