"""Classes with hostile submissions: nothing is left of 300, and 40 have their
points under a limit of memory.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from attncourse.grading import classroom
from attncourse.grading.sandbox import limits
from attncourse.grading.tasks import Task
from tests.attncourse.grading.sandbox.hostile import (
    ATTACKS,
    RIGHT,
    SUBMISSIONS,
    WRONG,
)
from tests.attncourse.grading.sandbox.test_hostile import nothing_left

HOSTILE = "os._exit", "300 forks", "2 GB on disk", "closes all descriptors"
KINDS = {"right": [RIGHT], "wrong": [WRONG]} | {
    name: SUBMISSIONS[name][0] for name in HOSTILE
}
STUDENTS = 300
STUDENTS_ATTACKED = 40
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
    tasks = (Task("chapter5", "split_heads"),)
    processes = {*limits.family(os.getpid())}
    held = []
    for _ in classroom.mark_all(
        folder, classroom.Assignment(tasks, seed=3), target
    ):
        held.append(limits.held([os.getpid()]))
    assert len(held) == STUDENTS
    assert held[-1] - held[99] < MOST
    nothing_left(processes)
    assert not [*room.iterdir()]
    for path in target.iterdir():
        said = classroom.read(path)
        assert (said["points"] == 1) == said["student"].endswith(" right")


@pytest.mark.usefixtures("bwrap")
def test_honest_students_have_their_points(tmp_path: Path) -> None:
    """Whoever attacks: 40 students, 3 GiB for the grader and two judges."""
    folder, target = tmp_path / "class", tmp_path / "grades"
    folder.mkdir()
    kinds = {name: cells for name, (cells, *_) in ATTACKS.items()}
    kinds |= {
        f"honest {k}": [RIGHT] for k in range(STUDENTS_ATTACKED - len(kinds))
    }
    for name, cells in kinds.items():
        notebook = new_notebook(cells=[*map(new_code_cell, cells)])
        nbformat.write(notebook, folder / f"{name}.ipynb")
    grading = (
        "from pathlib import Path; from attncourse.grading import classroom;"
        "from attncourse.grading.sandbox.workers import Most;"
        "from tests.attncourse.grading.test_supervisor import TASKS;"
        "asked = classroom.Assignment(tuple(TASKS), 3);"
        f"done = classroom.mark_all(Path({str(folder)!r}), asked, "
        f"Path({str(target)!r}), jobs=2, most=Most(20, 120));"
        "assert not [one for one in done if one.trouble]"
    )
    most = limits.Limits(memory=3 * 2**30, processes=500, seconds=10**7)
    with limits.group(most) if limits.kind() == "v1" else nullcontext(()) as to:
        command = [*most.shell(to), sys.executable, "-c", grading]
        subprocess.run(command, check=True)
    for path in target.iterdir():
        said = classroom.read(path)
        points = {one["name"]: one["points"] for one in said["grades"]}
        honest = {"split_heads": 1.0, "post_norm_block": 0.0}
        _, expected, _ = ATTACKS.get(said["student"], (None, honest, None))
        assert points == expected, said
    assert len([*target.iterdir()]) == STUDENTS_ATTACKED
