"""A class graded: one file for each student, then a table of all.

A submission is graded by itself, so whatever happens to one happens to no
other, and the same submissions give the same bytes, whatever order they were
graded in. What has been graded with the same notebook and the same assignment
is kept: a run that was cut off goes on where it was.
"""

import csv
import io
import json
import os
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attnbook import files
from attncourse.grading import grade
from attncourse.grading.notebooks import LARGEST

MOST = 20_000_000  # bytes of a submission
FORMULA = re.compile(r"^\s*[=+\-@\t\r]")
TWICE = "more than one notebook was handed in"
OUTSIDE = "a link that leads out of the folder"
TABLES = {
    "plain": ("student", "points", "of", "problem"),
    "canvas": ("Student", "ID", "SIS Login ID", "Section"),
    "moodle": ("Username", "Grade", "Feedback comments"),
}


@dataclass(frozen=True)
class Assignment:
    """What is graded: exercises with their points, and the seed of a class."""

    tasks: tuple[grade.Task, ...]
    seed: int
    name: str = "assignment"

    @classmethod
    def read(cls, path: Path) -> "Assignment":
        """From a file. Raises ValueError for one that is none."""
        try:
            said = json.loads(files.regular(path, LARGEST).read_text("utf-8"))
            tasks = tuple(grade.Task(**task) for task in said["tasks"])
            return cls(tasks, int(said["seed"]), str(said["name"]))
        except (ValueError, TypeError, LookupError) as error:
            raise ValueError(f"no assignment: {path}: {error}") from error

    def json(self) -> str:
        """As it stands in a file."""
        said = asdict(self) | {"tasks": [task._asdict() for task in self.tasks]}
        return grade.written(said)


@dataclass(frozen=True)
class Found:
    """What a student has handed in: notebooks, by the name of the student."""

    student: str
    notebooks: tuple[Path, ...]


def found(folder: Path) -> Iterator[Found]:
    """Who has handed in what, in the order of names: NAME.ipynb, or whatever
    notebooks a folder NAME holds.

    Raises NotADirectoryError.
    """
    if not folder.is_dir():
        raise NotADirectoryError(f"no folder of submissions: {folder}")
    by_name: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        if path.name.startswith("."):
            continue
        if path.is_dir() and not path.is_symlink():
            inside = (p for p in path.rglob("*.ipynb") if not hidden(p, path))
            by_name.setdefault(path.name, []).extend(sorted(inside))
        elif path.suffix == ".ipynb" or path.is_symlink():
            by_name.setdefault(path.stem, []).append(path)
    for name, notebooks in sorted(by_name.items()):
        yield Found(name, tuple(notebooks))


def hidden(path: Path, folder: Path) -> bool:
    """Whether a part of the path, as seen from the folder, is hidden."""
    return any(p.startswith(".") for p in path.relative_to(folder).parts)


def content(one: Found, folder: Path) -> tuple[bytes, str]:
    """The notebook that a student has handed in; else what is wrong."""
    if len(one.notebooks) != 1:
        return b"", TWICE if one.notebooks else "no notebook was handed in"
    (path,) = one.notebooks
    if not path.resolve().is_relative_to(folder.resolve()):
        return b"", OUTSIDE
    try:
        return files.regular(path, min(MOST, LARGEST)).read_bytes(), ""
    except (OSError, ValueError) as error:
        return b"", str(error).replace(str(path), path.name)


def mark(
    one: Found, folder: Path, assignment: Assignment, sandbox: str, target: Path
) -> None:
    """Grade one submission and write what is said of it, unless that was done
    already.
    """
    given, problem = content(one, folder)
    asked = assignment.json().encode()
    digest = sha256(asked + b"\0" + given + problem.encode()).hexdigest()
    path = place(one.student, target)
    if path.is_file() and read(path).get("digest") == digest:
        return
    report = grade.Report(
        [
            grade.Grade(t.chapter, t.name, 0.0, t.points)
            for t in assignment.tasks
        ]
    )
    if not problem:
        try:
            cells = grade.cells(one.notebooks[0])
            report = grade.grade(
                cells, assignment.tasks, assignment.seed, sandbox
            )
        except ValueError as error:
            name = one.notebooks[0]
            problem = str(error).replace(str(name), name.name)[:500]
    said = {
        "student": one.student,
        "problem": problem,
        **report.said(),
        "digest": digest,
    }
    files.write(path, grade.written(said).encode("utf-8", "replace"))


def place(student: str, target: Path) -> Path:
    """The file of a student; names that differ have files that differ."""
    plain = re.sub(r"[^\w.@-]", "_", student).lstrip(".") or "_"
    if plain != student:
        digest = sha256(os.fsencode(student)).hexdigest()[:8]
        plain = f"{plain[:80]}-{digest}"
    return target / f"{plain}.json"


def read(path: Path) -> dict[str, Any]:
    """What was said of a student; nothing of a file that is not whole."""
    try:
        said = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def mark_all(
    folder: Path,
    assignment: Assignment,
    target: Path,
    sandbox: str = "bubblewrap",
    jobs: int = 1,
) -> Iterator[str]:
    """Grade every submission of a folder, several at once; the name of each
    student that is done.
    """
    waiting = found(folder)
    if jobs == 1:
        for one in waiting:
            mark(one, folder, assignment, sandbox, target)
            yield one.student
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while several := [*islice(waiting, 16 * jobs)]:
            asked = {
                pool.submit(mark, one, folder, assignment, sandbox, target): one
                for one in several
            }
            for done in as_completed(asked):
                done.result()
                yield asked[done].student


def table(
    kind: str, rows: Iterable[dict[str, Any]], assignment: Assignment
) -> Iterator[str]:
    """What is said of all students as lines of CSV: "plain", "canvas" or
    "moodle".
    """
    names = [task.name for task in assignment.tasks]
    more = {"plain": names, "canvas": [assignment.name], "moodle": []}[kind]
    yield line([*TABLES[kind], *more])
    for row in rows:
        student, points = row["student"], f"{row['points']:g}"
        yield line(
            {
                "plain": [
                    *(student, points, f"{row['of']:g}", row["problem"]),
                    *(f"{one['points']:g}" for one in row["grades"]),
                ],
                "canvas": [student, student, student, "", points],
                "moodle": [student, points, "; ".join(told(row))],
            }[kind]
        )


def line(cells: Iterable[str]) -> str:
    """A line of CSV, no cell of which is a formula to a spreadsheet."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(
        [f"'{cell}" if FORMULA.match(cell) else cell for cell in cells]
    )
    return text.getvalue()


def told(row: dict[str, Any]) -> Iterator[str]:
    """What a student reads, one thing after the other."""
    if row["problem"]:
        yield row["problem"]
    for one in row["grades"]:
        if one["message"]:
            yield one["message"]


def tables(folder: Path, assignment: Assignment, target: Path) -> list[Path]:
    """Write all tables of a folder's submissions into the folder above the
    files of the students.
    """
    made = []
    for kind in TABLES:
        path = target.parent / f"{kind}.csv"
        with files.atomic(path) as file:
            rows = (read(place(one.student, target)) for one in found(folder))
            for text in table(kind, filter(None, rows), assignment):
                file.write(text.encode())
        made.append(path)
    return made
