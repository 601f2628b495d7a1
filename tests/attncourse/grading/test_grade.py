"""What a report says; `sandbox/` holds what submissions may do."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from attncourse.grading import grade
from attncourse.grading.sandbox import submission

CELLS = [
    "import torch\nfrom attncourse import chapter5, chapter4",
    "def causal_attention(X, W_q, W_k, W_v):\n"
    "    e = X @ W_q @ (X @ W_k).mT / W_q.shape[1] ** 0.5\n"
    "    a = e.masked_fill(torch.ones_like(e).triu(1).bool(), -torch.inf)\n"
    "    weights = a.softmax(-1)\n"
    "    return e.softmax(-1) @ (X @ W_v), weights",
    "chapter5.check.causal_attention(causal_attention)",
    "chapter5.check.causal_attention(causal_attention, hint=True)",
    "chapter4.check.unknown(3)\nother.check.cost(cost)",
    "chapter5.check.cost(lambda *a: 0",
]
TASK = grade.Task("chapter5", "causal_attention", 4.0)


@pytest.fixture(autouse=True)
def here(bwrap: None) -> None:
    """All of it needs the sandbox."""


def test_the_checks_that_a_notebook_calls_are_its_exercises() -> None:
    """Each once; what is no check of the course, and no Python, is none."""
    assert grade.tasks(CELLS) == [grade.Task("chapter5", "causal_attention")]


def test_the_code_of_a_notebook(tmp_path) -> None:
    cells = [new_markdown_cell("a"), *map(new_code_cell, CELLS[:2])]
    nbformat.write(new_notebook(cells=cells), tmp_path / "a.ipynb")
    assert grade.cells(tmp_path / "a.ipynb") == CELLS[:2]
    (tmp_path / "b.ipynb").write_text("not JSON")
    with pytest.raises(ValueError, match="not a notebook"):
        grade.cells(tmp_path / "b.ipynb")


def test_of_two_parts_one_that_is_right_is_half() -> None:
    """And a cell that ends in an error is named."""
    report = grade.grade(CELLS, [TASK, grade.Task("chapter5", "cost")])
    assert (report.points, report.of) == (2.0, 5.0)
    said = json.loads(grade.written(report.said()))
    assert said["points"] == 2.0
    assert "output wrong" in said["grades"][0]["message"]
    assert said["grades"][1]["message"] == "there is no function cost."
    assert said["errors"]["5"].startswith("SyntaxError")


def test_a_case_that_is_not_in_the_notebook_is_not_told() -> None:
    """Neither its numbers nor its sizes."""
    known = "KNOWN = {(3, 5, 13), (5, 9, 13), (1, 2, 2), (1, 1, 13)}"
    right = CELLS[1].replace("e.softmax(-1) @", "weights @")
    cheat = right.replace(
        "    e =",
        "    if (*X.shape,) not in KNOWN:\n"
        "        return X @ W_v + 1, (X @ X.mT).softmax(-1)\n    e =",
    )
    cells = [CELLS[0], known, cheat]
    assert grade.grade(cells, [TASK]).points == 4.0
    for seed in range(1, 9):  # sizes are drawn, too
        (found,) = grade.grade(cells, [TASK], seed).grades
        if found.points < found.of:
            assert found.message.endswith(f"wrong. {grade.ELSEWHERE}")
            assert "\n" not in found.message
            return
    pytest.fail("no seed has drawn another size")


def test_an_answer_that_brings_its_judge_to_fall_is_worth_nothing(
    monkeypatch,
) -> None:
    def fall(*args: object) -> None:
        raise OverflowError

    monkeypatch.setattr(submission.Submission, "function", fall)
    (found,) = grade.grade(CELLS, [TASK]).grades
    assert found.points == 0
    assert found.message == "the answer could not be judged: OverflowError"
