"""What is graded, and what is said of it: plain data, of which nothing is read
or run here.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple


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

    @property
    def full(self) -> bool:
        """Whether it is worth all that it can be."""
        return self.points >= self.of


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


def nothing(tasks: Iterable[Task]) -> Report:
    """The report where nothing could be read."""
    return Report([Grade(t.chapter, t.name, 0.0, t.points) for t in tasks])


def written(said: dict[str, Any]) -> str:
    """A report, or an assignment, as it stands in a file."""
    return json.dumps(said, indent=1, ensure_ascii=False) + "\n"
