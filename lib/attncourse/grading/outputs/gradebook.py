"""The points of a class in a gradebook of nbgrader's. Needs the optional
dependencies [grading].
"""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attncourse.grading import grade
from attncourse.grading.classroom import Assignment
from attncourse.grading.notebooks import optional, read

NEW = "default_course"  # as nbgrader calls the course of a new gradebook
SEVERAL = "the gradebook has several courses: say which, as --course {}"
OTHER = (
    "the gradebook has {name} with other cells than this assignment: take "
    "another gradebook, or remove it there (nbgrader db assignment remove "
    "{name})"
)


def cells(notebook: Path, assignment: Assignment) -> dict[str, int]:
    """For each graded cell of an assignment's notebook, by its `grade_id`,
    which task it is.

    Raises ValueError unless each task has one cell.
    """
    found: dict[str, int] = {}
    for cell in read(notebook).cells:
        said = cell.metadata.get("nbgrader", {})
        if not said.get("grade"):
            continue
        called, ident = {*grade.called(cell.source)}, said["grade_id"]
        for place, task in enumerate(assignment.tasks):
            names = task.name, f"{task.name}-check"
            ours = (task.chapter, task.name) in called or ident in names
            if ours and place not in found.values():
                found[ident] = place
                break
    if len(found) < len(assignment.tasks):
        raise ValueError(
            f"{notebook}: a task of the assignment has no cell that nbgrader "
            f"grades"
        )
    return found


def push(
    url: str,
    assignment: Assignment,
    notebook: Path,
    rows: Iterable[dict[str, Any]],
    course: str | None = None,
) -> None:
    """Write the points of all students into the gradebook at an address of
    SQLAlchemy's (sqlite:///gradebook.db), as nbgrader's own `autograde` does.
    What a teacher has entered by hand stays.

    course: of several; by default the only one that the gradebook has.
    Raises ValueError for an address that leads to no gradebook, for one that
    has another assignment of this name, and for one with several courses.
    """
    api, sql = optional("nbgrader.api"), optional("sqlalchemy.exc")
    asked = cells(notebook, assignment)
    try:
        course = course or only_course(url)
        with programs(), api.Gradebook(url, course) as book:
            prepare(book, assignment, asked)
            for row in rows:
                enter(book, assignment.name, asked, row)
    except sql.SQLAlchemyError as error:
        reason, *_ = str(error).splitlines()
        raise ValueError(f"no gradebook can be had there: {reason}") from error


def only_course(url: str) -> str:
    """The course of a gradebook that has one, or none yet. Raises ValueError
    where there are several.
    """
    sql = optional("sqlalchemy")
    engine = sql.create_engine(url)
    try:
        if not sql.inspect(engine).has_table("course"):
            return NEW
        with engine.connect() as book:
            rows = book.execute(sql.text("SELECT id FROM course ORDER BY id"))
            courses = [row[0] for row in rows]
    finally:
        engine.dispose()
    if len(courses) > 1:
        raise ValueError(SEVERAL.format(", ".join(courses)))
    return courses[0] if courses else NEW


@contextmanager
def programs() -> Iterator[None]:
    """The programs of this environment can be called by their names: a new
    gradebook calls one, also where the environment is not activated.
    """
    before = os.environ.get("PATH", "")
    place = Path(sys.executable).parent
    os.environ["PATH"] = f"{place}{os.pathsep}{before}"
    try:
        yield
    finally:
        os.environ["PATH"] = before


def prepare(book: Any, assignment: Assignment, asked: dict[str, int]) -> None:
    """Let a gradebook have the assignment, its notebook and its cells."""
    name = assignment.name
    book.update_or_create_assignment(name)
    notebook = book.update_or_create_notebook(name, name)
    known = {cell.name for cell in notebook.grade_cells}
    new = asked.keys() - known and book.assignment_submissions(name)
    if new or known - asked.keys():
        raise ValueError(OTHER.format(name=name))
    for cell, place in asked.items():
        task = assignment.tasks[place]
        kind = "markdown" if task.by_hand else "code"
        most = task.by_hand or task.points
        book.update_or_create_grade_cell(
            cell, name, name, max_score=most, cell_type=kind
        )


def enter(
    book: Any, name: str, asked: dict[str, int], row: dict[str, Any]
) -> None:
    """The points of one student; a text is left to be graded by hand."""
    student = row["student"]
    book.update_or_create_student(student)
    with book.db.no_autoflush:  # what is half made is not written
        book.update_or_create_submission(name, student)
    for cell, place in asked.items():
        found = book.find_grade(cell, name, name, student)
        one = row["grades"][place]
        waits = one.get("waits", False)  # for somebody who reads it
        found.auto_score = None if waits else one["points"]
        found.needs_manual_grade = waits and found.manual_score is None
    book.db.commit()
