"""Broken and hostile submissions: graded right, and nothing else happens."""

import os
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from attncourse.grading import grade
from attncourse.grading.judging import Judges
from attncourse.grading.sandbox import limits, start, submission, workers
from attncourse.grading.sandbox.workers import Workers
from attncourse.grading.tasks import Grade, Task
from tests.attncourse.grading.sandbox.hostile import (
    ALONE,
    IDLE,
    PEACEFUL,
    SUBMISSIONS,
)
from tests.attncourse.grading.sandbox.test_banks import Named

SMALL = limits.Limits(memory=2**30, processes=32, seconds=30)
TASK = [Task("chapter5", "split_heads")]
EXPECTED = "heron"
"""What no message holds by chance, as a port would a number."""


@pytest.fixture(autouse=True)
def impatient(bwrap: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer seconds than students have, and more patience."""
    monkeypatch.setattr(submission, "CELLS", 3)
    monkeypatch.setattr(submission, "CALL", 2)
    monkeypatch.setattr(workers, "PATIENCE", 20)
    monkeypatch.setenv("TOKEN", "a secret of the instructor")


def nothing_left(before: set[int]) -> None:
    """No process and no group: what was killed may still be ending. A browser
    of other tests may have a new child.
    """
    until = time.monotonic() + 60
    while left := new(before):
        assert time.monotonic() < until, left
        time.sleep(0.01)
    assert not [*limits.GROUPS.glob(f"*/attnbook-{os.getpid()}-*")]


def new(before: set[int]) -> set[int]:
    """Of this process, but not of those that were there before."""
    own = os.getpid()
    others = {one for old in before - {own} for one in limits.family(old)}
    return {*limits.family(own)} - before - others


@pytest.fixture
def cells(tmp_path: Path) -> Iterator[Callable[[str], list[str]]]:
    """The cells of a submission by its name. Afterwards the file of the
    instructor is as it was, nobody has called, no process and no group is left.
    """
    before = {*limits.family(os.getpid())}
    secret = tmp_path / "hidden.json"
    secret.write_text(f"expected: {EXPECTED}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.01)
        port = str(server.getsockname()[1])
        yield lambda name: [
            cell.replace("{secret}", str(secret)).replace("{port}", port)
            for cell in SUBMISSIONS[name][0]
        ]
        with pytest.raises(TimeoutError):
            server.accept()
    assert secret.read_text() == f"expected: {EXPECTED}"
    nothing_left(before)


def graded(cells: list[str]) -> Grade:
    """The grade of a submission."""
    report = grade.grade(cells, TASK, 7, Workers(limits=SMALL), whole=True)
    (one,) = report.grades
    return one


def check(name: str, found: Grade) -> None:
    """It has its points, and its student reads why and nothing else."""
    _, points, says = SUBMISSIONS[name]
    assert (name, found.points, found.of) == (name, points, 1)
    assert says in found.message
    assert EXPECTED not in found.message


@pytest.mark.parametrize("name", sorted(ALONE))
def test_it_is_graded_right(name: str, cells: Callable) -> None:
    check(name, graded(cells(name)))


def test_those_that_never_answer_are_ended(cells, monkeypatch) -> None:
    """Side by side, with little patience for a call alone."""
    monkeypatch.setattr(submission, "CELLS", 30)
    monkeypatch.setattr(workers, "PATIENCE", 2)
    monkeypatch.setattr(workers, "IDLE", 2)
    with ThreadPoolExecutor(len(IDLE)) as pool:
        for name, found in zip(
            IDLE, pool.map(graded, map(cells, IDLE)), strict=True
        ):
            check(name, found)


def test_one_after_the_other_in_one_process(cells: Callable) -> None:
    """What one of them does helps none of the others."""
    code = [
        cell.replace("split_heads", f"answer_{k}")
        for k, name in enumerate(PEACEFUL)
        for cell in cells(name)
    ]
    held = Workers(limits=SMALL)
    with Named(code, held) as submitted:
        for k, name in enumerate(PEACEFUL):
            submitted.answer = f"answer_{k}"
            (found,) = grade.judged_all(submitted, TASK, Judges(7))
            check(name, found)
        assert held.starts == 1


def test_without_a_sandbox_it_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OSError, match="apt install bubblewrap"):
        start.check()
    start.check("none")
