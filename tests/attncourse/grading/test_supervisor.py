"""Between a class and its files: judges that may be ended, time and memory of
both sides, and nothing of the instructor's that a student could see.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from attncourse.grading import supervisor
from attncourse.grading.classroom import Assignment
from attncourse.grading.sandbox import limits, start, workers
from attncourse.grading.sandbox.workers import MachineError, Most
from attncourse.grading.supervisor import Supervisor
from attncourse.grading.tasks import Task
from tests.attncourse.grading.sandbox.hostile import ATTACKS, RIGHT, SIGHT

TASKS = [
    Task("chapter5", "split_heads"),
    Task("chapter7", "post_norm_block", 4.0),
]
MEMORY = 3 * 2**28  # bytes of a judge: half of a grader's 3 GiB, less its own
CLOCK = 60  # seconds on a busy machine
SHORT = (
    "a scratch cell ends the process",
    "a case's function is called with 12,000 rows",
    "1,500,000 objects",
)
"""`make soak` has a class with all of them."""


def notebook(*cells: str) -> bytes:
    """What a student hands in."""
    code = [new_code_cell(cell) for cell in cells]
    return nbformat.writes(new_notebook(cells=code)).encode()


def points(said: dict) -> dict[str, float]:
    """By the names of the exercises."""
    return {one["name"]: one["points"] for one in said["grades"]}


@pytest.mark.usefixtures("bwrap")
@pytest.mark.parametrize("name", SHORT)
def test_an_attack_costs_nobody_anything(name, monkeypatch) -> None:
    """Its own points alone; the judge's memory, and the time of all of it,
    stay small.
    """
    monkeypatch.setattr(workers, "IDLE", 3)
    monkeypatch.setattr(supervisor, "JUDGE", limits.Limits(MEMORY, 64, 10**7))
    cells, expected, says = ATTACKS[name]
    began = time.monotonic()
    with Supervisor(most=Most(20, CLOCK)) as held:
        said = held.judged(notebook(*cells), "a.ipynb", TASKS, 3)
        other = held.judged(notebook(RIGHT), "b.ipynb", TASKS[:1], 3)
    assert time.monotonic() - began < 3 * CLOCK
    assert points(said) == expected
    assert says in json.dumps(said)
    assert points(other) == {"split_heads": 1}


@pytest.mark.usefixtures("bwrap")
def test_a_student_sees_nothing_of_the_instructor(tmp_path: Path) -> None:
    """A secret in the environment, the command line, the name of the working
    directory and an open file: in nothing that the run writes.
    """
    here = tmp_path / "of-heron"
    (here / "in").mkdir(parents=True)
    (here / "in" / "ann.ipynb").write_bytes(notebook(SIGHT))
    asked = Assignment(tuple(TASKS[:1]), 3)
    (here / "assignment.json").write_text(asked.json())
    out = tmp_path / "to-heron"
    command = [sys.executable, "-m", "attncourse", "grade", "in"]
    with (here / "heron.txt").open("w+") as file:
        file.write("heron")
        subprocess.run(
            [*command, "--hidden", ".", "--to", str(out)],
            cwd=here,
            env=os.environ | {"TEACHER_SECRET": "heron", "TZ": "Heron-3"},
            pass_fds=[file.fileno()],
            capture_output=True,
            check=True,
        )
    written = [path for path in out.rglob("*") if path.is_file()]
    assert "0 seen: []" in (out / "students" / "ann.json").read_text()
    for path in written:
        assert b"heron" not in path.read_bytes().lower(), path


BREAKS = """
import json, sys
from attncourse.grading.sandbox import frames
from attncourse.grading.sandbox.relay import DONE, FAILED, GO, NOW, READ
frames.send(1, GO)
frames.receive(0, 60)
asked = json.loads(frames.receive(0, 60))
frames.receive(0, 60)
frames.send(1, READ)
for task in asked["tasks"]:
    frames.send(1, NOW + task["name"].encode())
    {}
frames.send(1, DONE + json.dumps(asked["broken"]).encode())
sys.stdin.read()
"""


@pytest.fixture
def judged(monkeypatch):
    """`judged(line)`: what comes of a judge that does this at each answer."""

    def say(line: str):
        broken = BREAKS.format(line)
        monkeypatch.setattr(start, "JUDGE", ("-c", broken))
        with Supervisor(start.DIRECT) as held:
            return held.judged(b"", "a.ipynb", TASKS, 0)

    return say


def test_an_answer_that_ends_its_judge_is_not_judged_again(judged) -> None:
    """The next judge goes on with the others."""
    ends = 'task["name"] in asked["broken"] or sys.exit(1)'
    said = judged(ends)
    assert {*said} == {task.name for task in TASKS}
    assert {*said.values()} == {supervisor.BROKE}


@pytest.mark.parametrize(
    "line",
    [
        "frames.send(1, b'? no such request')",
        "frames.send(1, DONE + b'[' * 10**5); break",
        "sys.stdout.write('x' * 99); sys.stdout.flush(); sys.exit()",
    ],
)
def test_a_judge_that_says_what_it_may_not_is_ended(judged, line) -> None:
    assert judged(line)["problem"] == supervisor.UNREAD


def test_what_a_judge_cannot_help_is_no_grade(judged, monkeypatch) -> None:
    with pytest.raises(MachineError, match="no room"):
        judged("frames.send(1, FAILED + b'no room')")
    monkeypatch.setattr(start, "JUDGE", ("-c", "1"))
    with pytest.raises(MachineError, match="starts no Python"):
        Supervisor(start.DIRECT).judged(b"", "a.ipynb", TASKS, 0)
