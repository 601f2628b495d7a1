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
    ThreadPoolExecutor,
    as_completed,
    wait,
)
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

from attnbook import files
from attncourse.grading.handed_in import ALL, Found, Shard, content, found
from attncourse.grading.handed_in import MOST as LARGEST
from attncourse.grading.sandbox.start import BUBBLEWRAP
from attncourse.grading.sandbox.workers import MachineError, Most
from attncourse.grading.supervisor import Supervisor
from attncourse.grading.tasks import Task, nothing, written

AHEAD = 16  # submissions that wait for each supervisor


@dataclass(frozen=True)
class Assignment:
    """What is graded: exercises with their points, and the seed of a class."""

    tasks: tuple[Task, ...]
    seed: int
    name: str = "assignment"

    @classmethod
    def read(cls, path: Path) -> "Assignment":
        """From a file. Raises ValueError for one that is none."""
        try:
            said = json.loads(files.regular(path, LARGEST).read_text("utf-8"))
            tasks = tuple(Task(**task) for task in said["tasks"])
            return cls(tasks, int(said["seed"]), str(said["name"]))
        except (ValueError, TypeError, LookupError) as error:
            raise ValueError(f"no assignment: {path}: {error}") from error

    def json(self) -> str:
        """As it stands in a file."""
        said = asdict(self) | {"tasks": [task._asdict() for task in self.tasks]}
        return written(said)

    @property
    def digest(self) -> str:
        """Tells it from every other assignment."""
        return files.sha256(self.json().encode())


class Marked(NamedTuple):
    """A student who has been graded; or the trouble, which is no fault of the
    student's, for which that is still to be done.
    """

    student: str
    trouble: str = ""


def judged(
    one: Found,
    given: tuple[bytes, str],
    assignment: Assignment,
    supervisor: Supervisor,
) -> dict[str, Any]:
    """What is said of a student, who has handed in this `content`. Raises
    MachineError.
    """
    notebook, problem = given
    if problem:
        said = {"problem": problem} | nothing(assignment.tasks).said()
    else:
        file, asked = one.notebooks[0].name, assignment
        said = supervisor.judged(notebook, file, asked.tasks, asked.seed)
    return {"student": one.student, "late": one.late} | said


def mark(
    one: Found,
    folder: Path,
    assignment: Assignment,
    supervisor: Supervisor,
    target: Path,
) -> Marked:
    """Grade one submission and write what is said of it, unless that was done
    already.
    """
    given = content(one, folder)
    asked = assignment.json().encode()
    problem = given[1].encode("utf-8", "surrogateescape")
    late = b"late" if one.late else b""
    digest = files.sha256(asked + b"\0" + given[0] + problem + late)
    path = place(one.student, target)
    if read(path).get("digest") != digest:
        try:
            said = judged(one, given, assignment, supervisor)
        except MachineError as error:
            path.unlink(missing_ok=True)
            return Marked(one.student, str(error))
        said |= {"assignment": assignment.digest, "digest": digest}
        files.write(path, written(said).encode("utf-8", "replace"))
    return Marked(one.student)


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
    sandbox: str = BUBBLEWRAP,
    jobs: int = 1,
    shard: Shard = ALL,
    most: Most | None = None,
) -> Iterator[Marked]:
    """Grade every submission of a folder, several at once; each student that
    is done, or could not be.

    most: what one submission may take.
    """
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(jobs))
        free = SimpleQueue[Supervisor]()
        for _ in range(jobs):
            free.put(stack.enter_context(Supervisor(sandbox, most)))

        def marked(one: Found) -> Marked:
            supervisor = free.get()
            try:
                return mark(one, folder, assignment, supervisor, target)
            finally:
                free.put(supervisor)

        asked = set[Future[Marked]]()
        stack.callback(pool.shutdown, cancel_futures=True)
        for one in found(folder, shard):
            asked.add(pool.submit(marked, one))
            if len(asked) == AHEAD * jobs:
                done, asked = wait(asked, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        yield from (each.result() for each in as_completed(asked))
