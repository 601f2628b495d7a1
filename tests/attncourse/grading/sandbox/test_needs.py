"""Of a notebook only the cells that the answers need are run."""

import pytest

from attncourse.grading import grade
from attncourse.grading.sandbox.needs import needed
from attncourse.grading.sandbox.start import DIRECT

CELLS = [
    "import torch",
    "%pip install x\nprint('hello')",
    "known = {}",
    "def double(x):\n    return 2 * x",
    "for k in range(3):\n    known[k] = double(k)",
    "def answer(x):\n    return known[x] + one",
    "one = 1",
    "result = answer(2) + torch.ones(1)",
    "this is no Python",
]


@pytest.mark.parametrize(
    ("answers", "places"),
    [
        (["answer"], [2, 3, 4, 5, 6, 8]),  # also the cell that fills `known`
        (["double"], [3, 8]),  # and one that nobody can read
        (["result"], [0, 2, 3, 4, 5, 6, 7, 8]),
        (["missing"], [8]),
    ],
)
def test_what_a_function_looks_up_is_needed(
    answers: list[str], places: list[int]
) -> None:
    assert needed(CELLS, answers) == places


RIGHT = "def split_heads(x, H):\n    {}\n    return x.unflatten(-1, (H, -1)).mT"
TASK = [grade.Task("chapter5", "split_heads")]


def test_what_is_not_needed_is_not_run() -> None:
    """And its error is not told."""
    right = RIGHT.format("pass").replace("mT", "transpose(1, 2)")
    report = grade.grade(["1 / 0", right], TASK, sandbox=DIRECT)
    assert not report.errors


def test_after_an_error_all_cells_are_run() -> None:
    """A name may be made in ways that nobody can see."""
    cells = ["globals()['hid' + 'den'] = 3", RIGHT.format("hidden"), "1 / 0"]
    report = grade.grade(cells, TASK, sandbox=DIRECT)
    assert "NameError" not in report.grades[0].message
    assert [*report.errors] == ["3"]
