"""Students' files without a grader: what was handed in says what it is
worth.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attncourse.grading import classroom
from attncourse.grading.tasks import Grade, Report, Task
from tests.attncourse.grading.toys import handed

ASSIGNMENT = classroom.Assignment(
    (
        Task("chapter5", "split_heads", 2.0),
        Task("chapter7", "post_norm_block", 4.0),
    ),
    seed=5,
    name="week-5",
)


def said(
    student: str, *points: float, message: str = "", problem: str = ""
) -> dict[str, Any]:
    """What is said of a student who has these points."""
    grades = [
        Grade(
            task.chapter,
            task.name,
            own,
            task.points,
            message if own < task.points else "",
        )
        for task, own in zip(ASSIGNMENT.tasks, points or (0, 0), strict=True)
    ]
    report = Report(grades).said()
    return {"student": student, "problem": problem, **report}


def judge(code: Sequence[str], *_: object, **__: object) -> Report:
    """The points that stand in the cells, in the place of a grader."""
    tasks = zip(ASSIGNMENT.tasks, map(float, code), strict=True)
    return Report(
        [
            Grade(t.chapter, t.name, p, t.points, f"{p:g} it is")
            for t, p in tasks
        ]
    )


def hand_in(folder: Path, points: dict[str, tuple[float, float]]) -> None:
    """Notebooks that say these points."""
    for name, each in points.items():
        handed(folder / f"{name}.ipynb", *map(str, each))


def everything(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def words(*texts: str) -> tuple[classroom.Assignment, list[dict[str, Any]]]:
    """A class that is asked for a text alone, and what each has written."""
    task = Task("chapter5", "text_5_7", 0.0, by_hand=3.0)
    grades = [
        Grade(
            *("chapter5", "text_5_7", 0.0, 0.0),
            message="" if text else "text_5_7: no text.",
            text=text,
        )
        for text in texts
    ]
    rows = [
        {"student": f"s{k}", "problem": "", **Report([one]).said()}
        for k, one in enumerate(grades)
    ]
    return classroom.Assignment((task,), 5, "words"), rows
