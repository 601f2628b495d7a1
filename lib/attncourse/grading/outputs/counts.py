"""What is counted of a class: how many students have which points, and what is
said of each exercise how often.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from attncourse.checks.failed import HINT
from attncourse.grading.classroom import Assignment
from attncourse.grading.tasks import Task

SHORT = 300  # characters of a message


@dataclass
class Exercise:
    """One exercise: in how many graded notebooks it is right, or right in
    part, and the gist of what is said of the others.
    """

    task: Task
    right: int = 0
    part: int = 0
    messages: Counter[str] = field(default_factory=Counter)


@dataclass
class Counts:
    """A class: how many students, how many notebooks that could be graded,
    these by their points, the exercises, how many have written each text, and
    how many texts nobody has read.
    """

    exercises: list[Exercise]
    texts: dict[str, int]
    most: float = 0.0
    waiting: int = 0
    students: int = 0
    points: Counter[float] = field(default_factory=Counter)

    @property
    def graded(self) -> int:
        """How many notebooks could be graded."""
        return self.points.total()

    @property
    def median(self) -> float:
        """Of the points of graded notebooks; 0 where there is none."""
        ranked = sorted(self.points.items())
        return (
            ranked_at(ranked, (self.graded - 1) // 2)
            + ranked_at(ranked, self.graded // 2)
        ) / 2

    @property
    def hardest(self) -> Exercise:
        """The exercise that the fewest have right, then right in part; of
        equal ones the first.
        """
        return min(self.exercises, key=lambda one: (one.right, one.part))

    def summary(self) -> str:
        """The class in a line."""
        missed = self.students - self.graded
        return (
            f"{self.students} students, {self.graded} graded: median "
            f"{self.median:g} of {self.most:g} points"
            f"{f'; {missed} could not be graded' if missed else ''}"
            f"{f'; {self.waiting} texts to be read' if self.waiting else ''}"
        )


def ranked_at(ranked: list[tuple[float, int]], place: int) -> float:
    """The value at a place of those that are told with how many have them."""
    for value, count in ranked:
        place -= count
        if place < 0:
            return value
    return 0.0


def counted(rows: Iterable[dict[str, Any]], assignment: Assignment) -> Counts:
    """The counts of a class; what is kept does not grow with its students,
    unless each is told something else.
    """
    tasks = assignment.tasks
    found = Counts(
        [Exercise(task) for task in tasks if not task.by_hand],
        {task.name: 0 for task in tasks if task.by_hand},
        sum(task.most for task in tasks),
    )
    exercises = {one.task.name: one for one in found.exercises}
    for row in rows:
        found.students += 1
        if row["problem"]:
            continue
        found.points[row["points"]] += 1
        for one in row["grades"]:
            if one["name"] in found.texts:
                found.texts[one["name"]] += bool(one.get("text"))
                found.waiting += one.get("waits", False)
                continue
            exercise = exercises[one["name"]]
            exercise.right += one["points"] >= one["of"]
            exercise.part += 0 < one["points"] < one["of"]
            if one["message"]:
                exercise.messages[gist(one["message"])] += 1
    return found


def gist(message: str) -> str:
    """What a message has in common with those of other students: not its
    numbers, its case, nor where a hint is to be had.
    """
    first, *rest = map(str.strip, message.splitlines())
    lines = [
        line
        for line in rest
        if not re.search(r"\d", line) and not line.startswith(("case:", HINT))
    ]
    return " ".join([first, *lines])[:SHORT]
