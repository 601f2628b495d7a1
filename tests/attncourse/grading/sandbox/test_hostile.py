"""Broken and hostile submissions: graded right, and nothing else happens."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from attncourse.grading import grade
from attncourse.grading.sandbox import limits, start, submission
from tests.attncourse.grading.sandbox.hostile import SUBMISSIONS

SMALL = limits.Limits(memory=2**30, processes=32, seconds=30)
IDLE = {"sleeps", "stops itself", "loop that hears no signal"} | {
    "4 children of 700 MB"
}
TASK = [grade.Task("chapter5", "split_heads")]
EXPECTED = "heron"
"""What no message holds by chance, as a port would a number."""


@pytest.fixture(autouse=True)
def impatient(bwrap: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer seconds than students have, and more patience."""
    monkeypatch.setattr(submission, "CELLS", 3)
    monkeypatch.setattr(submission, "CALL", 2)
    monkeypatch.setattr(submission, "PATIENCE", 20)
    monkeypatch.setenv("TOKEN", "a secret of the instructor")


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    """A server on this machine."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.01)
        yield server


def left() -> set[str]:
    """Control groups of submissions that are there."""
    found = limits.GROUPS.glob(f"*/attnbook-{os.getpid()}-*")
    return {path.name for path in found}


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_it_is_graded_right(
    name: str,
    tmp_path: Path,
    listening: socket.socket,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its neighbour is graded as ever; the file of the instructor is as it was;
    nobody has called; no process and no group is left.
    """
    cells, points, says = SUBMISSIONS[name]
    if name in IDLE:  # it never answers: little patience with a call alone
        monkeypatch.setattr(submission, "CELLS", 30)
        monkeypatch.setattr(submission, "PATIENCE", 2)
    secret = tmp_path / "hidden.json"
    secret.write_text(f"expected: {EXPECTED}")
    port = str(listening.getsockname()[1])
    cells = [
        cell.replace("{secret}", str(secret)).replace("{port}", port)
        for cell in cells
    ]
    before = {*limits.family(os.getpid())}
    report = grade.grade(cells, TASK, seed=7, limits=SMALL, whole=True)
    (one,) = report.grades
    assert (one.points, one.of) == (points, 1)
    assert says in one.message
    assert EXPECTED not in one.message
    assert secret.read_text() == f"expected: {EXPECTED}"
    with pytest.raises(TimeoutError):
        listening.accept()
    assert not left()
    assert {*limits.family(os.getpid())} <= before


def test_without_a_sandbox_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OSError, match="apt install bubblewrap"):
        start.check()
    start.check("none")
