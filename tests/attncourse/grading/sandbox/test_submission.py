"""A student's function is judged as if it were here: arguments, functions
among them, go there and back.
"""

from collections.abc import Callable
from functools import partial

import pytest
import torch

from attncourse.checks.calling.calls import Interrupted
from attncourse.checks.checker import Check
from attncourse.checks.failed import CheckFailed
from attncourse.grading import judging
from attncourse.grading.sandbox import start, submission, workers
from attncourse.grading.sandbox.start import DIRECT
from attncourse.grading.sandbox.submission import Submission
from attncourse.grading.sandbox.workers import Most, Workers
from tests.attncourse.checks.toys import CHECKS

FORCED = CHECKS["chapter1.forced"]
LOOP = """
def forced(step, state, start, target):
    found = []
    for token in [start, *target[:-1]]:
        {}
        found.append(row)
    return found
"""


@pytest.fixture
def judged(bwrap: None) -> Callable:
    """`judged(check, cell)`: what the check says of the cell's function."""

    def say(check: Check, cell: str) -> str:
        with Submission([cell]) as student:
            function = student.function(check.name, check.exercise.takes)
            with pytest.raises(CheckFailed) as failure:
                check.judge(function)
        return str(failure.value)

    return say


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("row, state = step(token, state)", "arguments of step are swapped"),
        ("row, state = step(state)", "missing 1 required positional argument"),
        ("row, state = step(0, token)", "got the state 0"),
        ("while True: row, state = step(state, token)", "forced"),
    ],
)
def test_what_a_decoder_says_is_heard(call, says, judged) -> None:
    """The same as in the notebook."""
    cell = LOOP.format(call)
    space: dict = {}
    exec(cell, space)
    with pytest.raises(CheckFailed) as failure:
        FORCED.judge(space["forced"])
    said = judged(FORCED, cell)
    assert says in said
    assert said.splitlines()[0] == str(failure.value).splitlines()[0]


def test_arguments_are_changed_as_the_student_changes_them(bwrap: None) -> None:
    cell = (
        "def f(x, y, z):\n    x += 1\n    y.append(3)\n    z.add(2)\n"
        "    return x, y, {1.5: 'a'}"
    )
    x, y, z = torch.zeros(2, 3), [1], {1}
    with Submission([cell]) as student:
        found = student.function("f", {"x": "A B", "y": "", "z": ""})(x, y, z)
    assert found[0] is x and found[1] is y
    assert torch.equal(x, torch.ones(2, 3))
    assert (y, z) == ([1, 3], {1, 2})


def test_a_process_that_ends_too_often_is_not_started_again(bwrap) -> None:
    cell = "import os\ndef f():\n    os._exit(3)"
    with Submission([cell]) as student:
        function = student.function("f", {})
        said = []
        for _ in range(submission.STARTS + 1):
            with pytest.raises(CheckFailed) as failure:
                function()
            said.append(str(failure.value))
    assert said == [submission.ENDED] * submission.STARTS + [submission.LOST]


def test_who_shuts_the_door_has_given_no_answer(monkeypatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 2)
    body = "os.closerange(0, 99); time.sleep(1000)"
    cell = f"import os, time\ndef f():\n    {body}"
    with Submission([cell], Workers(DIRECT)) as student:
        function = student.function("f", {})
        with pytest.raises(CheckFailed, match="gave no answer"):
            function()


def test_who_overhears_a_stop_is_stopped(bwrap: None) -> None:
    body = "while True:\n            try:\n                step(0, 0)\n"
    body += "            except BaseException:\n                pass"
    with Submission([LOOP.format(body)]) as student:
        function = student.function("forced", FORCED.exercise.takes)
        with pytest.raises(CheckFailed, match="something else"):
            FORCED.judge(function)


def test_cells_that_never_end_are_run_once(bwrap, monkeypatch) -> None:
    monkeypatch.setattr(submission, "CELLS", 1)
    with Submission(["while True:\n    pass"]) as student:
        for says in ("ends your loop", "nothing more of it"):
            with pytest.raises(CheckFailed, match=says):
                student.function("f", {})


def test_a_sandbox_that_starts_nothing_is_no_fault_of_students(monkeypatch):
    broken = partial(start.started, what=("-c", "1"))
    monkeypatch.setattr(start, "started", broken)
    with pytest.raises(OSError, match="starts no Python"):
        Submission(["x = 1"], Workers(DIRECT)).function("f", {})


@pytest.mark.parametrize("most", [Most(clock=-1), Most(processor=-1)])
def test_all_in_all_there_is_a_limit(most):
    held = Workers(DIRECT, most=most)
    student = Submission(["x = 1"], held)
    with student, pytest.raises(CheckFailed, match="all in all"):
        student.function("f", {})


def test_who_interrupts_the_grader_stops_it(monkeypatch):
    def interrupted(check, function):
        raise Interrupted("interrupted")

    monkeypatch.setattr(Check, "judge", interrupted)
    asked = FORCED.exercise
    student = Submission(["def forced(): pass"], Workers(DIRECT))
    with student, pytest.raises(KeyboardInterrupt):
        judging.seen(student, "forced", asked)


def test_a_long_message_is_cut(monkeypatch):
    def wordy(check, function):
        raise CheckFailed("x" * 10**6)

    monkeypatch.setattr(Check, "judge", wordy)
    with Submission(["def forced(): pass"], Workers(DIRECT)) as student:
        said = judging.seen(student, "forced", FORCED.exercise)
    assert len(said.message) == judging.LONGEST


ODD = [
    {"parameters": 3},
    {"parameters": [["x", 99, False]]},
    {"parameters": None, "returned": {"$argument": 99}},
    {"parameters": None, "returned": {"$argument": []}},
    {"parameters": None, "refused": 3},
    {"parameters": None},
]


@pytest.mark.parametrize("said", ODD, ids=str)
def test_an_odd_reply_is_no_answer(said, monkeypatch) -> None:
    """And shows nothing of the grader's own code."""
    monkeypatch.setattr(Submission, "ask", lambda *_, **__: said)
    student = Submission([], Workers(DIRECT))
    with pytest.raises(CheckFailed) as failure:
        CHECKS["chapter5.split_heads"].judge(
            student.function("split_heads", {"x": "B T D", "H": ""})
        )
    assert submission.BROKEN in str(failure.value)
