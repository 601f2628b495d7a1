"""What drawings are made of: boxes, tokens, states, arrows, words.

A canvas collects outlines and labels in pixels, y downwards. Everything is
placed by its centre and gives back its `Box`, from which arrows start and at
whose border they end. Colours are names (`figures.style.COLOURS`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from attncourse.drawing import shapes
from attncourse.drawing.letters import Number
from attncourse.drawing.letters import width as text_width
from attncourse.drawing.shapes import Box, Path, Point, Text

Look = dict[str, Any]
"""Settings that several things on a canvas share."""

LETTER = 14.5
"""Pixels of a label; none is smaller, so that 11 stay on a phone."""
DASH = (5.0, 4.0)


@dataclass
class Canvas:
    """A card of `width` times `height` pixels and what was put on it."""

    width: Number
    height: Number
    marks: list[Path | Text] = field(default_factory=list)

    def text(
        self,
        x: Number,
        y: Number,
        label: str,
        *,
        size: Number = LETTER,
        anchor: str = "middle",
        colour: str = "ink",
        bold: bool = False,
    ) -> None:
        """Lines of text (cut at newlines), centred on y."""
        lines = label.split("\n")
        for k, line in enumerate(lines):
            base = y + (k - (len(lines) - 1) / 2) * size * 1.25 + size * 0.36
            self.marks.append(Text(x, base, line, size, anchor, colour, bold))

    def box(
        self,
        x: Number,
        y: Number,
        w: Number,
        h: Number,
        label: str = "",
        colour: str = "ink",
        *,
        tint: Number = 0.14,
        corner: Number = 8,
        outline: bool = True,
        dash: tuple[Number, ...] = (),
        size: Number = LETTER,
        bold: bool = False,
    ) -> Box:
        """A rounded box with a label in it, tinted in its colour."""
        box = Box(x, y, w, h)
        edge = shapes.rounded(box, min(corner, w / 2, h / 2))
        stroke = colour if outline else "none"
        self.marks.append(Path(edge, colour, tint, stroke, dash=dash))
        if label:
            self.text(x, y, label, size=size, bold=bold)
        return box

    def circle(
        self,
        x: Number,
        y: Number,
        r: Number,
        label: str = "",
        colour: str = "ink",
        **more: Any,
    ) -> Box:
        """A circle with a label in it: a sum, a product, a function."""
        self.box(x, y, 2 * r, 2 * r, label, colour, corner=r, **more)
        return Box(x, y, 2 * r, 2 * r, circle=True)

    def token(
        self,
        x: Number,
        y: Number,
        word: str,
        colour: str = "muted",
        **more: Any,
    ) -> Box:
        """A word in a box as wide as it needs."""
        size = more.setdefault("size", LETTER)
        w = more.pop("w", text_width(word, size) + 14)
        more = {"tint": 0.06, "corner": 5} | more
        return self.box(x, y, w, more.pop("h", 26), word, colour, **more)

    def matrix(
        self,
        x: Number,
        y: Number,
        rows: Sequence[Sequence[Number | str]],
        colour: str,
        *,
        cell: tuple[Number, Number] = (16, 16),
        size: Number = LETTER,
        tints: Sequence[Number] = (),
    ) -> Box:
        """Cells: a number is a depth of colour, a text is written; `tints`
        says how dark each row is.
        """
        w, h = cell
        box = Box(x, y, w * len(rows[0]), h * len(rows))
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                left = box.x + (j + 0.5) * w - box.w / 2
                top = box.y + (i + 0.5) * h - box.h / 2
                written = isinstance(value, str)
                label = str(value) if written else ""
                tint = 0.14 if written else 0.08 + 0.8 * abs(float(value))
                tint = tints[i] if tints else tint
                look: Look = {"tint": tint, "corner": 3, "size": size}
                self.box(left, top, w, h, label, colour, **look)
        return box

    def state(
        self, x: Number, y: Number, values: Sequence, colour: str, **more: Any
    ) -> Box:
        """A vector as a column of cells, with `across` as a row."""
        across = more.pop("across", False)
        rows = [values] if across else [[value] for value in values]
        return self.matrix(x, y, rows, colour, **more)

    def arrow(
        self,
        start: Box | Point,
        end: Box | Point,
        label: str = "",
        *,
        via: Sequence[Point] = (),
        colour: str = "ink",
        width: Number = 1.6,
        dash: tuple[Number, ...] = (),
        head: bool = True,
    ) -> None:
        """From border to border, straight or with round corners `via`.

        The label stands at its middle, or at its middle corner.
        """
        a = shapes.edge(start, via[0] if via else end)
        b = shapes.edge(end, via[-1] if via else start)
        points = [a, *via, b]
        back = shapes.direction(points[-2], b)
        size = min(5 + 1.5 * width, 16) if head else 0.0
        points[-1] = shapes.along(b, back, -0.8 * size)
        way = shapes.cornered(points)
        self.marks.append(Path(way, stroke=colour, width=width, dash=dash))
        if head:
            self.marks.append(Path(shapes.wedge(b, back, size), fill=colour))
        if label:
            x, y = via[len(via) // 2] if via else shapes.between(a, b)
            self.note(x, y, label)

    def chain(self, boxes: Sequence[Box], **look: Any) -> None:
        """An arrow from each box to the next."""
        for one, other in pairwise(boxes):
            self.arrow(one, other, **look)

    def note(self, x: Number, y: Number, label: str, **more: Any) -> Box:
        """A label with a piece of card behind it, so that no line cuts it."""
        size = more.setdefault("size", LETTER)
        w = text_width(label, size) + 6
        return self.box(
            x, y, w, size + 5, label, "card", tint=1, outline=False, **more
        )

    def brace(self, x0: Number, x1: Number, y: Number, label: str) -> None:
        """A bracket under what lies between x0 and x1."""
        tick = 7
        points = [(x0, y), (x0, y + tick), (x1, y + tick), (x1, y)]
        way = shapes.cornered(points, 5)
        self.marks.append(Path(way, stroke="muted", width=1.4))
        self.text((x0 + x1) / 2, y + 2.6 * tick, label, size=LETTER)
