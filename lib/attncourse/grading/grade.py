"""A submission graded: each exercise by its own check, on the student's
function in the sandbox.

The cases are those that students have, and as many that nobody has seen, made
from them with the seed of the class. An answer is right if it is in every case;
of an exercise that returns two things, one that is right is half the points.
"""

import ast
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from attncourse.checks import checker
from attncourse.checks.cases import OTHER
from attncourse.checks.diagnosis.diagnosis import Diagnosis
from attncourse.checks.refusal import Refusal
from attncourse.grading.notebooks import read
from attncourse.grading.sandbox.limits import USUAL, Limits
from attncourse.grading.sandbox.submission import Submission
from attncourse.rooms import chapters

ELSEWHERE = "It is wrong in a case that is not in the notebook."
STRANGE = "the answer could not be judged: "


class Task(NamedTuple):
    """An exercise of a chapter, by the name of its function, and its points."""

    chapter: str
    name: str
    points: float = 1.0


@dataclass
class Grade:
    """What one exercise is worth, and why it is not worth all."""

    chapter: str
    name: str
    points: float
    of: float
    message: str = ""


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
    """The code of a notebook. Raises ValueError for what is no notebook."""
    code = (c for c in read(source).cells if c.cell_type == "code")
    return [str(cell.source) for cell in code]


def tasks(code: Sequence[str]) -> list[Task]:
    """The exercises whose checks these cells call, each once."""
    known = {
        (chapter, name)
        for chapter in chapters()
        for name in checker.checks(f"attncourse.{chapter}.check")
    }
    called = (place for cell in code for place in _called(cell))
    return [Task(*place) for place in dict.fromkeys(called) if place in known]


def _called(cell: str) -> Iterator[tuple[str, str]]:
    """Each `chapter5.check.cost` of a cell that is Python."""
    try:
        tree = ast.parse(cell)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(
                attr=name,
                value=ast.Attribute(attr="check", value=ast.Name(id=chapter)),
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
    answers = [] if whole else [task.name for task in wanted]
    with Submission(code, sandbox, limits, answers) as submission:
        grades = [judged(submission, task, seed) for task in wanted]
        if submission.lacking:
            submission.all_cells()
            grades = [judged(submission, task, seed) for task in wanted]
        return Report(grades, submission.errors)


def judged(submission: Submission, task: Task, seed: int) -> Grade:
    """The grade of one exercise."""
    check = checker.checks(f"attncourse.{task.chapter}.check")[task.name]
    exercise = check.exercise.more(seed) if seed else check.exercise
    found = Grade(task.chapter, task.name, 0.0, task.points)
    try:
        function = submission.function(task.name, exercise.takes)
        checker.Check(task.name, exercise).judge(function)
    except Refusal as refusal:
        found.points = task.points * share(refusal.seen)
        found.message = told(refusal)
    except Exception as error:  # a judge that an answer has brought to fall
        found.message = f"{STRANGE}{type(error).__name__}"
    else:
        found.points = task.points
    return found


def share(seen: Any) -> float:
    """The share of what an exercise returns that is right in every case."""
    if not isinstance(seen, Diagnosis):
        return 0.0
    return sum(not cases for cases in seen.wrong.values()) / len(seen.wrong)


def told(refusal: Refusal) -> str:
    """What a student reads: all that the check says, but of a case that is not
    in the notebook only what is wrong.
    """
    text = str(refusal)
    if f"case: {OTHER}" in text or f"right in: {OTHER}" in text:
        return f"{refusal.lines[0]} {ELSEWHERE}"
    return text
