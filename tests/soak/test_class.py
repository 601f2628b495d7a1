"""A class of 300, some of them hostile: nothing is left of it."""

import os
import tempfile
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from attncourse.grading import classroom, grade
from attncourse.grading.sandbox import limits
from tests.attncourse.grading.sandbox.hostile import RIGHT, SUBMISSIONS, WRONG

HOSTILE = "os._exit", "300 forks", "2 GB on disk", "closes all descriptors"
KINDS = {"right": [RIGHT], "wrong": [WRONG]} | {
    name: SUBMISSIONS[name][0] for name in HOSTILE
}
STUDENTS = 300
MOST = 3 * 10**7  # bytes that a hundred submissions more may hold


@pytest.mark.usefixtures("bwrap")
def test_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process, no control group, no file; and no more memory is held after
    300 than after 100.
    """
    folder, target, room = (tmp_path / n for n in ("class", "grades", "room"))
    folder.mkdir()
    room.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    monkeypatch.setenv("TMPDIR", str(room))
    kinds = [*KINDS] * (STUDENTS // len(KINDS))
    for k, kind in enumerate(kinds):
        cells = [new_code_cell(cell) for cell in KINDS[kind]]
        nbformat.write(
            new_notebook(cells=cells), folder / f"{k:03} {kind}.ipynb"
        )
    tasks = (grade.Task("chapter5", "split_heads"),)
    processes = {*limits.family(os.getpid())}
    held = []
    for _ in classroom.mark_all(
        folder, classroom.Assignment(tasks, seed=3), target
    ):
        held.append(limits.held([os.getpid()]))
    assert len(held) == STUDENTS
    assert held[-1] - held[99] < MOST
    assert {*limits.family(os.getpid())} == processes
    assert not [*limits.GROUPS.glob(f"*/attnbook-{os.getpid()}-*")]
    assert not [*room.iterdir()]
    for path in target.iterdir():
        said = classroom.read(path)
        assert (said["points"] == 1) == said["student"].endswith(" right")
