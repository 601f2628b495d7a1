"""A submission graded: each exercise by its own check, on the student's
function in the sandbox; a choice by its letter, with nothing run.

The cases are those that students have, and as many that nobody has seen, made
from them with the seed of the class, beside those of the instructor. An answer
is right if it is in every case; of an exercise that returns two things, one
that is right is half the points.
"""

import ast
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from attnbook import files
from attncourse.checks import checker
from attncourse.grading import judging, thoughts
from attncourse.grading.borrowed import borrowed
from attncourse.grading.notebooks import LARGEST, parsed
from attncourse.grading.sandbox.limits import USUAL, Limits
from attncourse.grading.sandbox.submission import Submission
from attncourse.rooms import chapters


class Task(NamedTuple):
    """An exercise of a chapter, by the name of its function, and its points.

    key: the letter of the right choice, of a question that has choices.
    by_hand: the points that an instructor may give for a text.
    cases: the instructor's own, as plain data (see `hidden`).
    """

    chapter: str
    name: str
    points: float = 1.0
    key: str = ""
    by_hand: float = 0.0
    cases: Sequence[dict[str, Any]] = ()

    @property
    def coded(self) -> bool:
        """Whether the answer is a function."""
        return not (self.key or self.by_hand)

    @property
    def most(self) -> float:
        """The points that there are, whoever gives them."""
        return self.points + self.by_hand


@dataclass
class Grade:
    """What one exercise is worth, why it is not worth all, and what may be
    said beside that; a text that the instructor reads.
    """

    chapter: str
    name: str
    points: float
    of: float
    message: str = ""
    note: str = ""
    text: str = ""


@dataclass
class Report:
    """All of one submission: its grades, and its cells that ended in errors."""

    grades: list[Grade]
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def points(self) -> float:
        """The sum."""
        return sum(grade.points for grade in self.grades)

    @property
    def of(self) -> float:
        """The most that it could be."""
        return sum(grade.of for grade in self.grades)

    def said(self) -> dict[str, Any]:
        """As plain data."""
        return {"points": self.points, "of": self.of, **asdict(self)}


def written(said: dict[str, Any]) -> str:
    """A report, or an assignment, as it stands in a file."""
    return json.dumps(said, indent=1, ensure_ascii=False) + "\n"


def cells(source: Path) -> list[str]:
    """The code of a notebook (see `code_of`). Raises ValueError for what is no
    notebook.
    """
    content = files.regular(source, LARGEST).read_bytes()
    return code_of(parsed(content, source, strict=False).cells)


def code_of(notebook: Sequence[Any]) -> list[str]:
    """The code of a notebook's cells; after it the texts in its Markdown, each
    as code that gives it to its name.
    """
    code = [str(c.source) for c in notebook if c.cell_type == "code"]
    return [*code, *thoughts.texts(notebook)]


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
    sandbox: str = "bubblewrap",
    limits: Limits = USUAL,
    whole: bool = False,
) -> Report:
    """The report of a submission.

    seed: chooses the cases that are not in the notebook; 0 takes none.
    whole: run all cells, even if the answers do not need them.
    sandbox: "bubblewrap", or "none" for code that is trusted.
    Raises OSError where there is no sandbox.
    """
    coded = [task for task in wanted if task.coded]
    answers = [] if whole else [task.name for task in coded]
    with Submission(code, sandbox, limits, answers) as submission:
        if whole and not coded:
            submission.begin()
        grades = judged_all(submission, coded, seed)
        if submission.partial and any(one.points < one.of for one in grades):
            submission.all_cells()
            grades = judged_all(submission, coded, seed)
        errors = submission.errors
    for one in grades:
        with suppress(RecursionError):
            one.note = borrowed(code, one.name)
    functions, said = iter(grades), thoughts.values(code)
    return Report(
        [
            next(functions) if task.coded else thought(task, said)
            for task in wanted
        ],
        errors,
    )


def judged_all(
    submission: Submission, wanted: Sequence[Task], seed: int
) -> list[Grade]:
    """The grades of several functions. The cases that students have come
    first: code that has met a hidden one could tell of it in its errors.
    """
    exercises = [judging.exercise(task.chapter, task.name) for task in wanted]
    both = [*zip(wanted, exercises, strict=True)]
    open_ = [judging.seen(submission, t.name, asked) for t, asked in both]
    return [
        graded(
            task,
            judging.parts(asked),
            first,
            judging.unseen(submission, task.name, asked, seed, task.cases)
            if first.right
            else first,
        )
        for (task, asked), first in zip(both, open_, strict=True)
    ]


def graded(
    task: Task,
    parts: frozenset[str],
    seen: judging.Verdict,
    unseen: judging.Verdict,
) -> Grade:
    """The points for the parts that are right in all cases."""
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
