"""The points of a class in a gradebook of nbgrader's. Needs the optional
dependencies [grading].
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from attncourse.grading.classroom import Assignment
from attncourse.grading.notebooks import optional, read

OTHER = (
    "the gradebook has {name} with other cells than this assignment: take "
    "another gradebook, or remove it there (nbgrader db assignment remove "
    "{name})"
)


def cells(notebook: Path, assignment: Assignment) -> dict[str, int]:
    """For each graded cell of an assignment's notebook, by its `grade_id`,
    which task it checks.

    Raises ValueError unless each task has one cell.
    """
    found: dict[str, int] = {}
    for cell in read(notebook).cells:
        said = cell.metadata.get("nbgrader", {})
        for place, task in enumerate(assignment.tasks):
            called = f"{task.chapter}.check.{task.name}(" in cell.source
            if said.get("grade") and called and place not in found.values():
                found[said["grade_id"]] = place
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
) -> None:
    """Write the points of all students into the gradebook at an address of
    SQLAlchemy's (sqlite:///gradebook.db), as nbgrader's own `autograde` does.
    What a teacher has entered by hand stays.

    Raises ValueError for an address that leads to no gradebook, or for one that
    has another assignment of this name.
    """
    api, sql = optional("nbgrader.api"), optional("sqlalchemy.exc")
    asked = cells(notebook, assignment)
    try:
        with api.Gradebook(url) as book:
            prepare(book, assignment, asked)
            for row in rows:
                enter(book, assignment.name, asked, row)
    except sql.SQLAlchemyError as error:
        reason, *_ = str(error).splitlines()
        raise ValueError(f"no gradebook can be had there: {reason}") from error


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
        book.update_or_create_grade_cell(
            cell,
            name,
            name,
            max_score=assignment.tasks[place].points,
            cell_type="code",
        )


def enter(
    book: Any, name: str, asked: dict[str, int], row: dict[str, Any]
) -> None:
    """The points of one student."""
    student = row["student"]
    book.update_or_create_student(student)
    book.update_or_create_submission(name, student)
    for cell, place in asked.items():
        found = book.find_grade(cell, name, name, student)
        found.auto_score = row["grades"][place]["points"]
        found.needs_manual_grade = False
    book.db.commit()
