"""A submission graded: each exercise by its own check, on the student's
function in the sandbox; a choice by its letter, with nothing run.

The cases are those that students have, and as many that nobody has seen, made
from them with the seed of the class, beside those of the instructor. An answer
is right if it is in every case; of an exercise that returns two things, one
that is right is half the points.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attnbook import files
from attncourse.checks import checker
from attncourse.grading import judging, thoughts
from attncourse.grading.notebooks import LARGEST, parsed
from attncourse.grading.sandbox.relay import Relay
from attncourse.grading.sandbox.submission import Submission
from attncourse.grading.sandbox.workers import Workers
from attncourse.grading.tasks import Grade, Report, Task
from attncourse.rooms import chapters

READY = (
    "Your answer calls {}: no points are lost for that, but the exercise asks "
    "you to build it."
)


def cells(source: Path) -> list[str]:
    """The code of a notebook (see `code_of`). Raises ValueError for what is no
    notebook.
    """
    content = files.regular(source, LARGEST).read_bytes()
    return code_of(parsed(content, source, strict=False).cells)


def code_of(notebook: Sequence[Any]) -> list[str]:
    """The code of a notebook's cells; after it the texts in its Markdown, each
    as code that gives it to its name, and the functions there, as comments.
    """
    code = [str(c.source) for c in notebook if c.cell_type == "code"]
    return [*code, *thoughts.texts(notebook), *defined_in_text(notebook)]


def defined_in_text(notebook: Sequence[Any]) -> Iterator[str]:
    """A comment for each function in a Markdown cell, which nobody can call:
    a key pressed by mistake makes text of a cell.
    """
    for cell in notebook:
        if cell.cell_type == "markdown":
            for made in re.findall(r"^def \w+\(", cell.source, re.MULTILINE):
                yield f"# {made}"


def tasks(code: Sequence[str]) -> list[Task]:
    """The exercises whose checks these cells call, each once."""
    known = {
        (chapter, name)
        for chapter in chapters()
        for name in checker.checks(f"attncourse.{chapter}.check")
    }
    places = (place for cell in code for place in called(cell))
    return [Task(*place) for place in dict.fromkeys(places) if place in known]


def called(cell: str) -> Iterator[tuple[str, str]]:
    """Each `chapter5.check.cost(...)` of a cell that is Python."""
    for node in thoughts.nodes(cell):
        match node:
            case ast.Call(
                func=ast.Attribute(
                    attr=name,
                    value=ast.Attribute(
                        attr="check", value=ast.Name(id=chapter)
                    ),
                )
            ):
                yield chapter, name


def grade(
    code: Sequence[str],
    wanted: Sequence[Task],
    seed: int = 0,
    workers: Workers | Relay | None = None,
    whole: bool = False,
    judges: judging.Judges | None = None,
) -> Report:
    """The report of a submission.

    seed: chooses the cases that are not in the notebook; 0 takes none.
    workers: run its code; by default in bubblewrap.
    whole: run all cells, even if the answers do not need them.
    Raises MachineError where there is no sandbox.
    """
    coded = [task for task in wanted if task.coded]
    answers = [] if whole else [task.name for task in coded]
    judges = judges or judging.Judges(seed)
    said = thoughts.values(code)
    with Submission(code, workers, answers) as submission:
        if whole and not coded:
            submission.begin()
        grades = judged_all(submission, coded, judges)
        rest = [t for t, one in zip(coded, grades, strict=True) if not one.full]
        if submission.partial and rest:
            submission.all_cells()
            again = iter(judged_all(submission, rest, judges))
            grades = [
                one if one.full else better(one, next(again), submission.lost)
                for one in grades
            ]
        errors = submission.errors
    for one in grades:
        if ready := submission.through.get(one.name):
            one.note = READY.format(", ".join(ready))
    functions = iter(grades)
    return Report(
        [
            next(functions) if task.coded else thought(task, said)
            for task in wanted
        ],
        errors,
    )


def better(first: Grade, second: Grade, lost: bool) -> Grade:
    """Of an exercise that was judged twice, after the cells that it needs and
    after all: what another cell does costs no points. Of equal ones that after
    all cells tells more, unless they could not be run.
    """
    if lost or second.points < first.points:
        return first
    return second


def judged_all(
    submission: Submission, wanted: Sequence[Task], judges: judging.Judges
) -> list[Grade]:
    """The grades of several functions. The cases that students have come
    first: code that has met a hidden one could tell of it in its errors.
    """
    open_ = [judges.seen(submission, task) for task in wanted]
    return [
        graded(
            task,
            first,
            judges.unseen(submission, task) if first.right else first,
        )
        for task, first in zip(wanted, open_, strict=True)
    ]


def graded(task: Task, seen: judging.Verdict, unseen: judging.Verdict) -> Grade:
    """The points for the parts that are right in all cases."""
    parts = judging.parts(judging.exercise(task.chapter, task.name))
    share = len(seen.right & unseen.right) / len(parts)
    message = seen.message or unseen.message
    points = task.points * share
    return Grade(task.chapter, task.name, points, task.points, message)


def thought(task: Task, said: dict[str, str]) -> Grade:
    """The grade of a choice; a text as it is, without points."""
    found = Grade(task.chapter, task.name, 0.0, task.points)
    words = said.get(task.name, "")
    if task.by_hand:
        found.text = thoughts.written(words)
        found.message = "" if found.text else f"{task.name}: no text."
    elif thoughts.letter(words) == task.key:
        found.points = task.points
    else:
        wrong = "not right." if words else "no choice was made."
        found.message = f"{task.name}: {wrong}"
    return found
