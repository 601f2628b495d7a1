"""A class graded: one file for each student, of which all else is made
(`outputs`).

A submission is graded by itself, so whatever happens to one happens to no
other, and the same submissions give the same bytes, whatever order they were
graded in. What has been graded with the same notebook and the same assignment
is kept: a run that was cut off goes on where it was.
"""

import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Future,
    ProcessPoolExecutor,
    as_completed,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attnbook import files
from attncourse.grading import grade
from attncourse.grading.handed_in import ALL, Found, Shard, content, found
from attncourse.grading.notebooks import LARGEST, parsed

AHEAD = 16  # submissions that wait for each process
KILLED = (
    "a process that graded was killed, perhaps for its memory: start again "
    "with fewer --jobs, what is graded is kept"
)


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

    @property
    def digest(self) -> str:
        """Tells it from every other assignment."""
        return files.sha256(self.json().encode())


def judged(
    one: Found,
    given: tuple[bytes, str],
    assignment: Assignment,
    sandbox: str = "bubblewrap",
) -> dict[str, Any]:
    """What is said of a student, who has handed in this `content`."""
    notebook, problem = given
    report = grade.Report(
        [
            grade.Grade(t.chapter, t.name, 0.0, t.points)
            for t in assignment.tasks
        ]
    )
    if not problem:
        try:
            cells = parsed(notebook, one.notebooks[0].name, False).cells
        except ValueError as error:
            problem = str(error)[:500]
        else:
            code, asked = grade.code_of(cells), assignment
            report = grade.grade(code, asked.tasks, asked.seed, sandbox)
    return {"student": one.student, "problem": problem, **report.said()}


def mark(
    one: Found, folder: Path, assignment: Assignment, sandbox: str, target: Path
) -> str:
    """Grade one submission and write what is said of it, unless that was done
    already; the student's name.
    """
    given = content(one, folder)
    asked = assignment.json().encode()
    problem = given[1].encode("utf-8", "surrogateescape")
    digest = files.sha256(asked + b"\0" + given[0] + problem)
    path = place(one.student, target)
    if read(path).get("digest") != digest:
        said = judged(one, given, assignment, sandbox)
        said |= {"assignment": assignment.digest, "digest": digest}
        files.write(path, grade.written(said).encode("utf-8", "replace"))
    return one.student


def place(student: str, target: Path) -> Path:
    """The file of a student; names that differ have files that differ."""
    plain = re.sub(r"[^\w.@-]", "_", student).lstrip(".") or "_"
    if plain != student or len(plain) > 50 or re.search(r"-\w{8}$", plain):
        digest = files.sha256(os.fsencode(student))[:8]
        plain = f"{plain[:50]}-{digest}"
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
    shard: Shard = ALL,
) -> Iterator[str]:
    """Grade every submission of a folder, several at once; the name of each
    student that is done.

    Raises OSError where a process that graded was killed.
    """
    waiting, rest = found(folder, shard), (folder, assignment, sandbox, target)
    if jobs == 1:
        yield from (mark(one, *rest) for one in waiting)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        asked: set[Future[str]] = set()
        try:
            for one in waiting:
                asked.add(pool.submit(mark, one, *rest))
                if len(asked) == AHEAD * jobs:
                    done, asked = wait(asked, return_when=FIRST_COMPLETED)
                    yield from (each.result() for each in done)
            yield from (each.result() for each in as_completed(asked))
        except BrokenProcessPool as error:
            raise OSError(KILLED) from error
        finally:
            pool.shutdown(cancel_futures=True)
