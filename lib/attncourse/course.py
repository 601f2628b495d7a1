"""The map of the course: one drawing, in each chapter its part is lit."""

import pkgutil
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

from attncourse.drawing.canvas import DASH, LETTER, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number, width
from attncourse.rooms import chapters

LEFT, MIDDLE, RIGHT = 69, 220, 371
"""Where encoder, memory and decoder stand; a chapter's room has its own part,
`SAID` and `PARTS`: x, y, width, height, label, colour.
"""
WHOLE = 8  # the chapter that is about all of it
AROUND = ((76, 15, 120, 22, "around the whole", "ink"),)
"""What leads to that one."""


def course_map(chapter: int | None = None) -> Drawing:
    """The whole course, with the part of one chapter lit.

    Raises ValueError for a chapter that the course does not have.
    """
    rooms = dict(enumerate(chapters().values(), 1))
    if chapter is not None and chapter not in rooms:
        raise ValueError(f"chapters are 1 to {len(rooms)}: {chapter=}")
    said = rooms[chapter].SAID if chapter else ""
    card = Canvas(440, 296)
    whole = chapter == WHOLE
    edge: Look = {"tint": 0.05 if whole else 0.0, "dash": DASH, "corner": 14}
    card.box(220, 152, 430, 276, "", "ink" if whole else "rule", **edge)
    card.note(84, 15, "pretraining", bold=whole)
    badge(card, 26, 15, WHOLE, whole)
    for x, name in ((LEFT, "encoder"), (RIGHT, "decoder")):
        card.box(x, 145, 120, 174, "", name, tint=0.05)
        card.text(x, 73, name, bold=True)
    for x, name, w in ((38, "words", 54), (RIGHT, "words so far", 104)):
        card.arrow(card.token(x, 266, name, w=w), (x, 232))
    card.arrow((108, 253), (108, 232))
    card.arrow((RIGHT, 58), card.token(RIGHT, 31, "next word", "decoder"))
    for number, (x, y, w, h, label, colour) in (
        (number, part) for number, room in rooms.items() for part in room.PARTS
    ):
        lit = number == chapter
        if x == MIDDLE:
            tone = "ink" if lit else "rule"
            for a, b in ((129, 147), (293, 311)):
                card.arrow((a, y), (b, y), colour=tone)
        look: Look = {"tint": 0.35 if lit else 0.0, "bold": lit}
        tone = colour if lit else "rule"
        card.box(x, y, w, h, label, tone, **look)
        badge(card, x - w / 2 - 4 * (x == MIDDLE), y - 12, number, lit)
    return finish(
        card,
        f"""A map of the course: an encoder, a decoder, and between them one
        vector (chapter 1) or attention (2 to 4); inside them recurrence (1),
        self-attention (5), positions (6), the block (7); around the whole
        pretraining (8); below the encoder words or patches of an image
        (9).{f" Lit is chapter {chapter}: {said}." if chapter else ""}
        """,
        f"""The course on one page. This is chapter {chapter}:
        {said}."""
        if chapter
        else "The course on one page, each part with its chapter.",
    )


def badge(card: Canvas, x: Number, y: Number, number: int, lit: bool) -> None:
    """The number of a chapter at the corner of its part."""
    card.box(x, y, 17, 17, "", "ink" if lit else "rule", tint=1, corner=9)
    card.text(x, y, str(number), colour="card" if lit else "ink")


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
