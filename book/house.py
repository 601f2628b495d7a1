"""The house of the code, and the boundary of trust in its grader, for
contributors: `PYTHONPATH=book python -m house` draws `house.png` and
`boundary.png`.
"""

import pkgutil
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from attncourse.drawing.canvas import LETTER, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import width
from attncourse.rooms import chapters

FILE = Path(__file__).with_suffix(".png")
SIDES = (
    (
        "supervisor",
        "runs with your rights,\ncopies bytes and reads none of them,\n"
        "limits memory, processor and clock\nof the other two",
        "decoder",
    ),
    (
        "judge",
        "in a sandbox:\nreads the notebook,\nknows the cases,\nruns no answer",
        "value",
    ),
    (
        "worker",
        "in a sandbox:\nruns the student's\n"
        "code, knows no case\nbut that of its call",
        "encoder",
    ),
)
"""The processes that grade, what each does, and its colour."""


def house() -> Drawing:
    """The house of the code: rooms above engines, both above the library. The
    names are those of the folders.
    """
    rooms, library = [*chapters(), "front"], _names("attnbook")
    engines = [x for x in _names("attncourse") if x not in rooms]
    floors = (
        ("a room for each chapter, which knows earlier ones", rooms, "encoder"),
        ("engines, which know no chapter", engines, "decoder"),
        ("the library, which knows no course", library, "value"),
    )
    card, top, boxes = Canvas(440, 470), 0.0, []
    for label, names, colour in floors:
        lines = _lines(names)
        height = LINE * len(lines) + 12
        card.text(220, top + 14, label, colour="muted")
        middle = top + 28 + height / 2
        boxes.append(card.box(220, middle, 432, height, "", colour, tint=0.04))
        for k, line in enumerate(lines):
            left = 220 - sum(map(_room, line)) / 2
            for name in line:
                x = left + _room(name) / 2
                card.token(x, top + 34 + LINE * (k + 0.5), name, colour)
                left += _room(name)
        top += 28 + height + 12
    for upper, lower in pairwise(boxes):
        foot, head = upper.y + upper.h / 2, lower.y - lower.h / 2
        card.arrow((412, foot), (412, head))
    return finish(
        replace(card, height=top),
        f"""The house of the code in three floors. On top the rooms of the
        chapters, {rooms[0]} to {rooms[-2]}, and that of the pages around them,
        {rooms[-1]}; below them the engines of the
        course: {", ".join(engines)}; at the bottom the library:
        {", ".join(library)}.""",
        "The house of the code. What stands higher imports what stands lower.",
    )


def boundary() -> Drawing:
    """Who trusts whom while a submission is graded."""
    card = Canvas(440, 326)
    for (name, does, colour), x, y, w in zip(
        SIDES, (220, 112, 328), (62, 256, 256), (416, 200, 200), strict=True
    ):
        card.box(x, y, w, 116, "", colour, tint=0.06)
        card.text(x, y - 42, name, bold=True)
        card.text(x, y + 11, does)
    for x, comes, goes in (
        (112, "report", "notebook,\ncases"),
        (328, "answers", "cells,\ncalls"),
    ):
        card.box(x, 256, 209, 130, colour="muted", tint=0, dash=(5, 4))
        card.arrow((x - 84, 188), (x - 84, 124))
        card.text(x - 76, 156, comes, anchor="start")
        card.arrow((x + 84, 124), (x + 84, 188))
        card.text(x + 76, 156, goes, anchor="end")
    return finish(
        card,
        """Three processes. The supervisor, with the instructor's rights, starts
        a judge and a worker, each in a sandbox, and copies bytes between them.
        To the judge go the notebook and the cases, from it comes the report;
        to the worker go cells and calls, from it come answers.""",
        "Who trusts whom while a submission is graded: the two sandboxes see "
        "neither each other nor anything of yours.",
    )


LINE = 34
"""The height of a line of names."""


def _names(package: str) -> list[str]:
    """What stands in a package, in the order of the alphabet."""
    path = import_module(package).__path__
    names = [found.name for found in pkgutil.iter_modules(path)]
    return [name for name in names if not name.startswith("_")]


def _lines(names: Sequence[str]) -> list[list[str]]:
    """Names in lines no wider than the card."""
    lines: list[list[str]] = [[]]
    for name in names:
        if sum(map(_room, [*lines[-1], name])) > 426:
            lines.append([])
        lines[-1].append(name)
    return lines


def _room(name: str) -> float:
    """How much of a line a name takes."""
    return width(name, LETTER) + 21


if __name__ == "__main__":
    FILE.write_bytes(house().png)
    FILE.with_name("boundary.png").write_bytes(boundary().png)
