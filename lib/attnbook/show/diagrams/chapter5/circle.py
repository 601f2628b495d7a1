"""The drawing of the chapter's task: rows that ask each other."""

from typing import NamedTuple

from attnbook.show.diagrams.canvas import Box, Canvas, Look
from attnbook.show.diagrams.drawing import Drawing, finish
from attnbook.show.diagrams.letters import Number
from attnbook.show.diagrams.shapes import Point


class Row(NamedTuple):
    """Whom a row asks for, its colour, and where it stands."""

    asks: str
    ball: str
    place: Point


CIRCLE = {
    "Ann": Row("Ben", "red", (80, 72)),
    "Ben": Row("Cid", "green", (360, 72)),
    "Cid": Row("Dan", "blue", (360, 220)),
    "Dan": Row("Ann", "white", (80, 220)),
}
WAYS: dict[str, tuple[tuple[Point, Point], tuple[Point, Point]]] = {
    "Ann": (((1, -0.45), (-1, -0.45)), ((-1, 0.45), (1, 0.45))),
    "Ben": (((0.55, 1), (0.55, -1)), ((-0.35, -1), (-0.35, 1))),
    "Cid": (((-1, 0.45), (1, 0.45)), ((1, -0.45), (-1, -0.45))),
    "Dan": (((-0.55, -1), (-0.55, 1)), ((0.35, 1), (0.35, -1))),
}
"""Where the question of a row leaves and arrives, then the answer."""
WIDTH, NAME, CELL = 140, 26, 30
"""Of a row of the memory: how wide it is, its name high, its cells high."""


def answer(name: str) -> str:
    """What a row must say: the colour of the row that it asks for."""
    return CIRCLE[CIRCLE[name].asks].ball


def circle() -> Drawing:
    """A memory that asks itself, and a row alone."""
    card = Canvas(440, 380)
    card.text(10, 18, "a memory that asks itself", anchor="start", bold=True)
    people = {name: person(card, name, *CIRCLE[name].place) for name in CIRCLE}
    for name, row in CIRCLE.items():
        ask, reply = WAYS[name]
        one, other = people[name], people[row.asks]
        look: Look = {"width": 2.4}
        card.arrow(
            one.at(*ask[0]),
            other.at(*ask[1]),
            f"{row.asks}?",
            colour="query",
            **look,
        )
        card.arrow(
            other.at(*reply[0]),
            one.at(*reply[1]),
            answer(name),
            colour="value",
            **look,
        )
    card.text(220, 146, "every row asks,\nevery row answers", colour="muted")
    alone(card, "Ann")
    rows = "; ".join(
        f"{name} asks for {row.asks} and has {row.ball}"
        for name, row in CIRCLE.items()
    )
    answers = ", ".join(f"{answer(name)} to {name}" for name in CIRCLE)
    return finish(
        card,
        f"""Four rows, each with a name, the name that it asks for, and the
        colour of its ball: {rows}. An arrow goes from each row to the row that
        it asks, and an arrow with the answer comes back: {answers}. Below, a
        layer that sees the row of Ann alone: it cannot know the colour of
        {CIRCLE["Ann"].asks}'s ball.""",
        f"""The task of this chapter. Every row asks, and every row may be
        asked: Ann must say {answer("Ann")}, which stands in the row of
        {CIRCLE["Ann"].asks}. A layer that sees each row alone finds no
        {answer("Ann")} in it.""",
    )


def person(card: Canvas, name: str, x: Number, y: Number) -> Box:
    """One row: its name, the name that it asks for, its colour."""
    asks, ball, _ = CIRCLE[name]
    top, half = y - (NAME + CELL) / 2, WIDTH / 2
    look: Look = {"corner": 4}
    card.box(x, top + NAME / 2, WIDTH, NAME, name, "key", bold=True, **look)
    low, wide = top + NAME + CELL / 2, 84
    at = x - half + wide / 2
    card.box(at, low, wide, CELL, f"asks {asks}", "query", **look)
    at = x + half - (WIDTH - wide) / 2
    card.box(at, low, WIDTH - wide, CELL, ball, "value", **look)
    return Box(x, y, WIDTH, NAME + CELL)


def alone(card: Canvas, name: str) -> None:
    """One row, and a layer that sees nothing else."""
    card.text(10, 290, "each row alone", anchor="start", bold=True)
    one = person(card, name, 80, 338)
    layer = card.box(238, 338, 84, 40, "a layer", "encoder")
    says = card.token(370, 338, f"{CIRCLE[name].asks}'s ball: ?", h=34)
    card.chain([one, layer, says])
