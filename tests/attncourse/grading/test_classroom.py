"""A class: each submission by itself, tables of all."""

import csv
import os
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from attnbook import files
from attncourse.grading import classroom, grade, handed_in
from attncourse.grading.handed_in import Shard
from attncourse.grading.outputs import folder as outputs
from attncourse.grading.sandbox import start
from attncourse.grading.tasks import Report, Task
from tests.attncourse.grading.outputs.toys import everything
from tests.attncourse.grading.toys import handed, judged_here

RIGHT = "x.unflatten(-1, (H, -1)).transpose(1, 2)"
ASSIGNMENT = classroom.Assignment(
    (Task("chapter5", "split_heads", 2.0),), seed=5, name="week 5"
)


@pytest.fixture(autouse=True)
def here(bwrap: None) -> None:
    """All of it needs the sandbox."""


def notebook(path: Path, returns: str) -> None:
    """A submission that returns this."""
    handed(path, f"def split_heads(x, H):\n    return {returns}")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a class hands in."""
    folder = tmp_path_factory.mktemp("class") / "handed in"
    notebook(folder / "ann.ipynb", RIGHT)
    notebook(folder / "bob" / "deep" / "a.ipynb", "x")
    notebook(folder / "=cmd|'calc'!A0.ipynb", "x")
    notebook(folder / "dan" / ".hidden" / "a.ipynb", RIGHT)
    notebook(folder / "a b.ipynb", RIGHT)
    notebook(folder / "a_b.ipynb", "x + 1")
    (folder / "eve.ipynb").write_text("not JSON")
    (folder / "hal.ipynb").write_bytes(b"{" + b" " * handed_in.MOST + b"}")
    (folder / "ida.ipynb").symlink_to("/etc/passwd")
    return folder


PROBLEMS = {
    "=cmd|'calc'!A0": "",
    "a b": "",
    "a_b": "",
    "ann": "",
    "bob": "",
    "dan": "no notebook was handed in",
    "eve": "not a notebook: eve.ipynb",
    "hal": "hal.ipynb has 20,000,002 bytes",
    "ida": handed_in.LINK,
}


@pytest.fixture(scope="module")
def graded(folder: Path) -> Path:
    """Their grades, made one after the other."""
    target = folder.parent / "one" / "students"
    marked = classroom.mark_all(folder, ASSIGNMENT, target)
    assert {*marked} == {classroom.Marked(name) for name in PROBLEMS}
    assert len(written(target)) == 4
    return target


def written(target: Path) -> list[Path]:
    """Tables and the page of a class."""
    paths = (classroom.place(name, target) for name in PROBLEMS)
    return outputs.write(outputs.Rows(paths), ASSIGNMENT, target.parent)


def test_each_submission_is_graded_or_its_problem_named(graded: Path) -> None:
    with (graded.parent / "plain.csv").open() as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == len(PROBLEMS)
    for row, (name, problem) in zip(rows, PROBLEMS.items(), strict=True):
        assert row["student"].lstrip("'") == name
        assert row["problem"].startswith(problem)
        assert bool(row["problem"]) == bool(problem)
        right = name in ("ann", "a b")
        assert row["points"] == row["split_heads"] == ("2" if right else "0")
        assert row["of"] == "2"


def test_two_at_once_give_the_same_bytes(folder: Path, graded: Path) -> None:
    target = folder.parent / "two" / "students"
    marked = classroom.mark_all(folder, ASSIGNMENT, target, jobs=2)
    assert {*marked} == {classroom.Marked(name) for name in PROBLEMS}
    written(target)
    assert everything(target.parent) == everything(graded.parent)
    assert len([*graded.iterdir()]) == len(PROBLEMS)


def test_what_is_done_is_not_done_again(folder, graded, monkeypatch) -> None:
    """But what was cut off, or asked otherwise."""
    before = everything(graded)
    asked = []
    judged_here(monkeypatch)
    monkeypatch.setattr(
        grade, "grade", lambda *a, **_: asked.append(a) or Report([])
    )
    assert len([*classroom.mark_all(folder, ASSIGNMENT, graded)]) == 9
    assert not asked
    assert everything(graded) == before
    ann = graded / "ann.json"
    ann.write_bytes(before["ann.json"][:-20])
    [*classroom.mark_all(folder, ASSIGNMENT, graded)]
    assert len(asked) == 1
    ann.write_bytes(before["ann.json"])


def test_a_slow_submission_stops_no_other(monkeypatch, tmp_path) -> None:
    """Others are taken while it lasts; not more than may wait."""
    names = [f"{k:02}" for k in range(12)]
    for name in names:
        (tmp_path / f"{name}.ipynb").touch()
    last, futures = Event(), list[Future]()

    def mark(one: handed_in.Found, *_: object) -> classroom.Marked:
        if one.student == names[-1]:
            last.set()
        assert one.student != names[0] or last.wait(60)
        return classroom.Marked(one.student)

    class Pool(ThreadPoolExecutor):
        def submit(self, *call):
            assert sum(not future.done() for future in futures) < 4
            futures.append(super().submit(*call))
            return futures[-1]

    monkeypatch.setattr(classroom, "AHEAD", 2)
    monkeypatch.setattr(classroom, "mark", mark)
    monkeypatch.setattr(classroom, "ThreadPoolExecutor", Pool)
    done = classroom.mark_all(tmp_path, ASSIGNMENT, tmp_path, jobs=2)
    assert sorted(one.student for one in done) == names


def test_what_no_student_has_caused_is_no_grade(folder, tmp_path, monkeypatch):
    """A sandbox that passes the check and then starts nothing: what was said
    before is gone, and the next start grades.
    """
    with monkeypatch.context() as patched:
        bwrap = tmp_path / "bwrap"
        bwrap.write_text('#!/bin/sh\nexec /usr/bin/true "$@"\n')
        bwrap.chmod(0o755)
        path = f"{tmp_path}:{os.environ['PATH']}"
        patched.setenv("PATH", path)
        start.check()
        found = {*classroom.mark_all(folder, ASSIGNMENT, tmp_path)}
    tried = {one.student for one in found if "starts no Python" in one.trouble}
    assert tried == {name for name, said in PROBLEMS.items() if not said} | {
        "eve"
    }
    ann = classroom.place("ann", tmp_path)
    assert not ann.exists()
    [*classroom.mark_all(folder, ASSIGNMENT, tmp_path, shard=Shard(4, 9))]
    assert classroom.read(ann)["points"] == 2


def test_each_name_has_a_file_of_its_own(tmp_path: Path) -> None:
    """Short enough for any disk, whatever the letters; and a name that looks
    like the file of another has another one.
    """
    names = ["a b", "a_b", "\u5b66" * 200, "x" * 245, "M\udcfcller"]
    names += ["..", "a/b", classroom.place("a b", Path()).stem]
    paths = [classroom.place(name, tmp_path) for name in names]
    assert len({*paths}) == len(names)
    for path in paths:
        files.write(path, b"{}")
        assert path.parent == tmp_path


def test_a_problem_in_any_letters_is_told(tmp_path: Path) -> None:
    """A name that is not UTF-8, of a file that cannot be read."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "M\udcfcller.ipynb").write_bytes(b"\xff")
    (folder / "M\udce4ller").mkdir()
    assert len([*classroom.mark_all(folder, ASSIGNMENT, tmp_path)]) == 2
