"""The house of the code, for contributors: `PYTHONPATH=book python -m house`
draws it into `house.png`.
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
