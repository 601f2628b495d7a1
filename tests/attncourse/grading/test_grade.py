"""What a report says; `sandbox/` holds what submissions may do."""

import json

import pytest

from attncourse.grading import grade, judging
from attncourse.grading.sandbox import submission
from attncourse.grading.tasks import Task, written

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
    "def cost(T, D, H, K, V):\n    return (T * D\n",
    "chapter5.check.multi_head.hunt(seed=1)",
]
TASK = Task("chapter5", "causal_attention", 4.0)


@pytest.fixture(autouse=True)
def here(bwrap: None) -> None:
    """All of it needs the sandbox."""


def test_the_checks_that_a_notebook_calls_are_its_exercises() -> None:
    """Each once; what is no check of the course, and no Python, is none."""
    assert grade.tasks(CELLS) == [Task("chapter5", "causal_attention")]


def test_of_two_parts_one_that_is_right_is_half() -> None:
    """And a cell that ends in an error is named."""
    report = grade.grade(CELLS, [TASK, Task("chapter5", "cost")])
    assert (report.points, report.of) == (2.0, 5.0)
    said = json.loads(written(report.said()))
    assert said["points"] == 2.0
    assert "output wrong" in said["grades"][0]["message"]
    error = said["errors"]["6"]
    assert error.startswith("SyntaxError")
    assert said["grades"][1]["message"] == (
        f"cost: there is no function cost. Cell 6 ended in an error: {error}"
    )


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
            assert found.message.endswith(f"wrong. {judging.ELSEWHERE}")
            assert "\n" not in found.message
            return
    pytest.fail("no seed has drawn another size")


FORCED = """\
def forced(step, state, start, target):
    told, out, token = [float(n) for n in state], [], start
    if told not in KNOWN and not MET.append(told):
        {line}
    for true in target:
        row, state = step(state, token)
        out, token = [*out, int(row.argmax())], true
    return out"""


@pytest.mark.parametrize("line", ["token = 0", "raise ValueError(told)"])
def test_a_decoder_that_is_wrong_in_a_hidden_case_reads_nothing_of_it(
    line,
) -> None:
    """Neither a token, nor what its own error says of the case, here or in
    the next exercise.
    """
    cases = judging.exercise("chapter1", "forced").cases.values()
    known = [[float(n) for n in case["state"]] for case in cases]
    code = [
        f"KNOWN, MET = {known}, []",
        FORCED.format(line=line),
        "def cost(T, D, H, K, V):\n    raise ValueError(MET)",
    ]
    asked = [Task("chapter1", "forced"), Task("chapter5", "cost")]
    one, other = grade.grade(code, asked, 5).grades
    assert (one.points, one.message) == (0.0, f"forced: {judging.ELSEWHERE}")
    assert "raised ValueError: []" in other.message


def test_the_cases_of_an_instructor_count_and_are_not_told() -> None:
    """Also where the class has no seed."""
    own = {"H": 13, "B": 2, "T": 17, "D": 26}
    task = Task("chapter5", "split_heads", cases=[own])
    right = "x.unflatten(-1, (H, -1)).transpose(1, 2)"
    code = [f"def split_heads(x, H):\n    y = {right}\n    return y"]
    assert grade.grade(code, [task]).points == 1.0
    code[0] = code[0].replace("return y", "return y if H != 13 else 2 * y")
    (found,) = grade.grade(code, [task]).grades
    assert found.points == 0.0
    assert found.message == f"split_heads: heads wrong. {judging.ELSEWHERE}"


RIGHT = "x.unflatten(-1, (H, -1)).transpose(1, 2)"
REFERENCE = "chapter5.check.split_heads.exercise.reference"


@pytest.mark.parametrize(
    "lines",
    [
        [f"return {REFERENCE}(x, H)"],
        [f"return {REFERENCE}(x, H) + 0"],
        [f"ref = {REFERENCE}", "return [*map(ref, [x], [H])][0]"],
        [f"return -(-{REFERENCE}(x, H))"],
        ["import torch", f"return torch.nn.Identity()({RIGHT})"],
    ],
)
def test_a_note_costs_no_points(lines: list[str]) -> None:
    """What an answer reaches is seen when it runs."""
    answer = "def split_heads(x, H):\n    " + "\n    ".join(lines)
    task = Task("chapter5", "split_heads")
    (found,) = grade.grade([CELLS[0], answer], [task]).grades
    assert (found.points, found.message) == (1.0, "")
    assert "asks you to build it" in found.note


def test_an_answer_that_brings_its_judge_to_fall_is_worth_nothing(
    monkeypatch,
) -> None:
    def fall(*args: object) -> None:
        raise OverflowError

    monkeypatch.setattr(submission.Submission, "function", fall)
    (found,) = grade.grade(CELLS, [TASK]).grades
    assert found.points == 0
    assert found.message == (
        "causal_attention: the answer could not be judged: OverflowError"
    )
