"""Drawings that lay themselves out: things in rows, columns and tables.

A thing knows its size and draws itself around a point. `lay` puts it on a card
and says where everything with a name stands, so that `arrows` can join it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from attncourse.drawing.canvas import LETTER, Canvas
from attncourse.drawing.grid import UNIT, grid
from attncourse.drawing.letters import Number
from attncourse.drawing.letters import width as text_width
from attncourse.drawing.shapes import Box

WIDTH, MARGIN = 440, 8
"""The width of a card, and what stays free at its edges."""
GAP, NEAR, ARROW = 38, 6, 24
"""Between rows that an arrow joins, between neighbours, and the least length
of an arrow in a row.
"""
LINE, SIGN = 1.25 * LETTER, 18
"""The height of a line of text, the size of a sign such as =."""
CELL, PAD = 26, 4
"""The least side of a cell, the space on either side of its text."""

Places = dict[str, Box]


@dataclass(frozen=True)
class Thing:
    """`w` pixels across, `up` above its axis and `down` below it.

    Its head stands above its row and its foot below, on one line with those of
    its neighbours; both may be wider than the thing.
    """

    w: Number
    up: Number
    down: Number
    draw: Callable[[Canvas, Number, Number, Places], None]
    head: "Thing | None" = None
    foot: "Thing | None" = None

    def named(self, name: str) -> "Thing":
        """The same, so that an arrow can lead to it."""

        def draw(card: Canvas, x: Number, y: Number, at: Places) -> None:
            self.draw(card, x, y, at)
            middle = y + (self.down - self.up) / 2
            at[name] = Box(x, middle, self.w, self.up + self.down)

        return replace(self, draw=draw)

    def over(self, label: str, **look: Any) -> "Thing":
        """The same under a label, which is its head."""
        return replace(self, head=text(label, **{"colour": "muted"} | look))

    def under(self, label: str, **look: Any) -> "Thing":
        """The same over a label, which is its foot."""
        return replace(self, foot=text(label, **{"colour": "muted"} | look))


def text(label: str, **look: Any) -> Thing:
    """Lines of text; `look` is that of `Canvas.text`."""
    size, bold = look.get("size", LETTER), look.get("bold", False)
    lines = label.split("\n")
    w = max(text_width(line, size, bold) for line in lines)
    half = max(size, LETTER) * 1.25 * len(lines) / 2
    return Thing(w, half, half, lambda c, x, y, _: c.text(x, y, label, **look))


def space(w: Number = 0) -> Thing:
    """Nothing, for a place in a table that stays empty."""
    return Thing(w, 0, 0, lambda *_: None)


def sign(label: str) -> Thing:
    """An operator between two things."""
    return text(label, size=SIGN)


def box(label: str, colour: str = "ink", w: Number = 0) -> Thing:
    """A box around a label, at least `w` wide."""
    w = max(w, text_width(label, LETTER) + 4 * PAD)
    half = LINE / 2 + PAD

    def draw(card: Canvas, x: Number, y: Number, at: Places) -> None:
        at[label] = card.box(x, y, w, 2 * half, label, colour)

    return Thing(w, half, half, draw)


def cells(
    rows: Sequence[Sequence[str]], colour: str, tints: Sequence[Number] = ()
) -> Thing:
    """Numbers or names in cells as wide as the widest; `tints` says how dark
    each row is.
    """
    widest = max(text_width(cell, LETTER) for row in rows for cell in row)
    cell = max(CELL, widest + 2 * PAD), CELL

    def draw(card: Canvas, x: Number, y: Number, at: Places) -> None:
        card.matrix(x, y, rows, colour, cell=cell, tints=tints)

    half = CELL * len(rows) / 2
    return Thing(cell[0] * len(rows[0]), half, half, draw)


def matrix(sides: tuple[int, int], colour: str, **lit: Any) -> Thing:
    """A matrix in proportion, one `row` or `column` of it lit."""
    half = sides[0] * UNIT / 2

    def draw(card: Canvas, x: Number, y: Number, at: Places) -> None:
        grid(card, x, y, sides, colour, **lit)

    return Thing(sides[1] * UNIT, half, half, draw)


def step(label: str = "") -> Thing:
    """An arrow to the right, as long as its label above it."""
    w = max(ARROW, text_width(label, LETTER) + 2 * PAD)

    def draw(card: Canvas, x: Number, y: Number, at: Places) -> None:
        card.arrow((x - w / 2, y), (x + w / 2, y))
        card.text(x, y - LINE, label)

    return Thing(w, 1.5 * LINE, 0, draw)


def row(*things: Thing, gap: Number = NEAR) -> Thing:
    """Side by side, all on one axis."""
    return table([things], across=gap)


def column(*things: Thing, gap: Number = NEAR) -> Thing:
    """Below each other, all around one middle."""
    return table([[thing] for thing in things], down=gap)


def table(
    lines: Sequence[Sequence[Thing]], across: Number = NEAR, down: Number = GAP
) -> Thing:
    """Rows whose things stand below each other too."""
    middles, left, right = spread(lines, across)
    spans = [Span(line) for line in lines]
    h = sum(span.h for span in spans) + down * (len(lines) - 1)
    up = spans[0].axis if len(lines) == 1 else h / 2

    def draw(card: Canvas, x: Number, y: Number, at: Places) -> None:
        top = y - up
        for line, span in zip(lines, spans, strict=True):
            for thing, middle in zip(line, middles, strict=True):
                place = x - (left + right) / 2 + middle
                thing.draw(card, place, top + span.axis, at)
                if thing.head:
                    thing.head.draw(card, place, top + span.head / 2, at)
                if thing.foot:
                    low = top + span.h - span.foot / 2
                    thing.foot.draw(card, place, low, at)
            top += span.h + down

    return Thing(right - left, up, h - up, draw)


class Span:
    """How high a row is, its heads and its feet, and where its axis lies."""

    def __init__(self, line: Sequence[Thing]) -> None:
        self.head = max(tall(thing.head) for thing in line)
        self.foot = max(tall(thing.foot) for thing in line)
        self.axis = self.head + max(thing.up for thing in line)
        self.h = self.axis + max(thing.down for thing in line) + self.foot


def tall(label: Thing | None) -> Number:
    """The height of a head or a foot, with the space that parts it."""
    return label.up + label.down + NEAR if label else 0


def spread(
    lines: Sequence[Sequence[Thing]], gap: Number
) -> tuple[list[Number], Number, Number]:
    """The middle of each column, the left and the right end of all.

    A label may reach above or below its neighbours, not into their labels.
    """
    middles: list[Number] = []
    edge: Number = 0
    ends: dict[tuple[int, str], Number] = {}
    left: Number = 0
    for stack in zip(*lines, strict=True):
        half = max(thing.w for thing in stack) / 2
        labels = {
            (k, name): label.w / 2
            for k, thing in enumerate(stack)
            for name, label in (("head", thing.head), ("foot", thing.foot))
            if label
        }
        after = [
            ends[k] + NEAR + wide for k, wide in labels.items() if k in ends
        ]
        middle = max([edge + half, *after])
        ends |= {k: middle + wide for k, wide in labels.items()}
        left = min([left, *(middle - wide for wide in labels.values())])
        middles.append(middle)
        edge = middle + half + gap
    return middles, left, max([edge - gap, *ends.values()])


def lay(body: Thing) -> tuple[Canvas, Places]:
    """A card with the body in its middle, and where its things stand.

    Raises ValueError for a body that is wider than a card.
    """
    body = row(body)
    if body.w > WIDTH - 2 * MARGIN:
        raise ValueError(f"wider than {WIDTH - 2 * MARGIN}: {body.w=:g}")
    card = Canvas(WIDTH, body.up + body.down + 2 * MARGIN)
    at: Places = {}
    body.draw(card, WIDTH / 2, MARGIN + body.up, at)
    return card, at


def arrows(
    card: Canvas, at: Places, *pairs: tuple[str, ...], **look: Any
) -> None:
    """From name to name; a third word is the label.

    Where neither stands beside or above the other the arrow turns half-way.
    """
    for start, end, *label in pairs:
        a, b = at[start], at[end]
        beside = abs(a.y - b.y) < (a.h + b.h) / 2
        if beside or abs(a.x - b.x) < 1:
            card.arrow(a, b, *label, **look)
            continue
        y = (a.bottom[1] + b.top[1]) / 2
        if a.y > b.y:
            y = (a.top[1] + b.bottom[1]) / 2
        card.arrow(a, b, via=[(a.x, y), (b.x, y)], **look)
        if label:
            card.note((a.x + b.x) / 2, y, label[0])
