"""Outlines and labels, and the geometry that arrows need.

Points are in pixels of the canvas, y downwards.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from attncourse.drawing.letters import Number
from attncourse.drawing.letters import width as text_width

Point = tuple[Number, Number]
Command = tuple[str, tuple[Point, ...]]

ROUND = 0.5523  # a quarter of a circle as one cubic curve


@dataclass(frozen=True)
class Path:
    """An outline: `commands` are SVG's M, L, Q, C and Z, with their points."""

    commands: tuple[Command, ...]
    fill: str = "none"
    tint: Number = 1.0
    stroke: str = "none"
    width: Number = 1.6
    dash: tuple[Number, ...] = ()


@dataclass(frozen=True)
class Text:
    """A label; `x` is its "start", "middle" or "end", `y` its base line."""

    x: Number
    y: Number
    label: str
    size: Number
    anchor: str = "middle"
    colour: str = "ink"
    bold: bool = False

    @property
    def left(self) -> Number:
        """Where its first letter begins."""
        part = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        return self.x - part * text_width(self.label, self.size, self.bold)

    @property
    def right(self) -> Number:
        """Where its last letter ends."""
        return self.left + text_width(self.label, self.size, self.bold)


@dataclass(frozen=True)
class Box:
    """Where something stands: its centre, its size, and if it is round."""

    x: Number
    y: Number
    w: Number
    h: Number
    circle: bool = False

    def at(self, across: Number, down: Number) -> Point:
        """A point of the box: -1 is its left or top border, 1 the other."""
        return self.x + across * self.w / 2, self.y + down * self.h / 2

    @property
    def top(self) -> Point:
        return self.at(0, -1)

    @property
    def bottom(self) -> Point:
        return self.at(0, 1)

    @property
    def left(self) -> Point:
        return self.at(-1, 0)

    @property
    def right(self) -> Point:
        return self.at(1, 0)

    def border(self, toward: Point) -> Point:
        """Where the line from the centre to a point leaves the box."""
        dx, dy = toward[0] - self.x, toward[1] - self.y
        a, b = abs(dx) / (self.w / 2), abs(dy) / (self.h / 2)
        far = math.hypot(a, b) if self.circle else max(a, b)
        return self.x + dx / far, self.y + dy / far


def middle(where: Box | Point) -> Point:
    """The centre of a box, or a point itself."""
    return (where.x, where.y) if isinstance(where, Box) else where


def edge(where: Box | Point, toward: Box | Point) -> Point:
    """Where a line from one thing to another leaves the first."""
    return where.border(middle(toward)) if isinstance(where, Box) else where


def between(a: Point, b: Point) -> Point:
    """The point half-way."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def direction(a: Point, b: Point) -> Point:
    """The way from a to b, of length 1."""
    far = math.dist(a, b)
    return (b[0] - a[0]) / far, (b[1] - a[1]) / far


def along(point: Point, way: Point, far: Number) -> Point:
    """A point moved by `far` times a way."""
    return point[0] + far * way[0], point[1] + far * way[1]


def cornered(points: Sequence[Point], r: Number = 8) -> tuple[Command, ...]:
    """Through all points, round at the corners."""
    way: list[Command] = [("M", (points[0],))]
    for a, corner, b in zip(points, points[1:], points[2:], strict=False):
        near = min(r, math.dist(a, corner) / 2, math.dist(corner, b) / 2)
        before = along(corner, direction(a, corner), -near)
        after = along(corner, direction(corner, b), near)
        way += [("L", (before,)), ("Q", (corner, after))]
    return (*way, ("L", (points[-1],)))


def wedge(tip: Point, way: Point, size: Number) -> tuple[Command, ...]:
    """The head of an arrow."""
    base, side = along(tip, way, -size), (-way[1], way[0])
    one, other = (along(base, side, k * size * 0.45) for k in (1, -1))
    return ("M", (tip,)), ("L", (one,)), ("L", (other,)), ("Z", ())


def rounded(box: Box, r: Number) -> tuple[Command, ...]:
    """The edge of a box with round corners; a circle where r is half of it."""
    (left, top), (right, bottom) = box.at(-1, -1), box.at(1, 1)
    k = r * (1 - ROUND)
    return (
        ("M", ((left + r, top),)),
        ("L", ((right - r, top),)),
        ("C", ((right - k, top), (right, top + k), (right, top + r))),
        ("L", ((right, bottom - r),)),
        ("C", ((right, bottom - k), (right - k, bottom), (right - r, bottom))),
        ("L", ((left + r, bottom),)),
        ("C", ((left + k, bottom), (left, bottom - k), (left, bottom - r))),
        ("L", ((left, top + r),)),
        ("C", ((left, top + k), (left + k, top), (left + r, top))),
        ("Z", ()),
    )
