"""The drawing of the chapter's task: rows that ask each other."""

from typing import NamedTuple

from attncourse.drawing.canvas import Box, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Point, along, direction


class Row(NamedTuple):
    """Whom a row asks about, its colour, and where it stands."""

    asks: str
    ball: str
    place: Point


CIRCLE = {
    "Ann": Row("Cid", "red", (80, 72)),
    "Ben": Row("Ann", "green", (360, 72)),
    "Cid": Row("Cid", "blue", (360, 220)),
    "Dan": Row("Ann", "white", (80, 220)),
}
"""Drawn at random: two ask about the same name, one asks about itself."""
WAYS: dict[str, tuple[tuple[Point, Point], tuple[Point, Point]]] = {
    "Ann": (((0.12, 1), (-0.65, -1)), ((0, -1), (0.9, 1))),
    "Ben": (((-1, -0.45), (1, -0.45)), ((1, 0.45), (-1, 0.45))),
    "Dan": (((-0.8, -1), (-0.8, 1)), ((-0.25, 1), (-0.25, -1))),
}
"""Where the question of a row leaves and arrives, then the answer."""
WIDTH, NAME, CELL = 140, 26, 30
"""Of a row of the memory: how wide it is, its name high, its cells high."""


def answer(name: str) -> str:
    """What a row must say: the colour of the row that it asks about."""
    return CIRCLE[CIRCLE[name].asks].ball


def circle() -> Drawing:
    """A memory that asks itself, and a row alone."""
    card = Canvas(440, 400)
    card.text(10, 18, "rows that ask each other", anchor="start", bold=True)
    people = {name: person(card, name, *CIRCLE[name].place) for name in CIRCLE}
    for name, row in CIRCLE.items():
        if row.asks == name:
            itself(card, name, people[name])
        else:
            other(card, name, people[name], people[row.asks])
    alone(card, "Ann")
    rows = "; ".join(
        f"{name} asks about {row.asks} and has {row.ball}"
        for name, row in CIRCLE.items()
    )
    answers = ", ".join(f"{answer(name)} to {name}" for name in CIRCLE)
    (same,) = (name for name, row in CIRCLE.items() if row.asks == name)
    return finish(
        card,
        f"""Four rows, each with a name, the name that it asks about, and the
        colour of its ball: {rows}. An arrow goes from each row to the row that
        it asks, and an arrow with the answer comes back: {answers}. The arrows
        of {same} lead back to {same}. Below, a layer that sees the row of Ann
        alone: it cannot know the colour of {CIRCLE["Ann"].asks}'s ball.""",
        f"""Ann asks about {CIRCLE["Ann"].asks}, whose ball is {answer("Ann")}.
        A layer that sees Ann's row alone cannot know that.""",
    )


def other(card: Canvas, name: str, one: Box, asked: Box) -> None:
    """The question of a row to another one, and the answer."""
    ask, reply = WAYS[name]
    look: Look = {"width": 2.4}
    question = one.at(*ask[0]), asked.at(*ask[1])
    back = asked.at(*reply[0]), one.at(*reply[1])
    card.arrow(*question, colour="query", **look)
    card.arrow(*back, colour="value", **look)
    for (start, end), said in (
        (question, f"{CIRCLE[name].asks}?"),
        (back, answer(name)),
    ):
        # Nearer to the start, so that two labels side by side stand apart.
        far = 0.42 * abs(complex(*end) - complex(*start))
        card.note(*along(start, direction(start, end), far), said)


def itself(card: Canvas, name: str, one: Box) -> None:
    """The question of a row to itself, and the answer."""
    look: Look = {"width": 2.4}
    far, low = one.at(-1, 0)[0] - 36, one.at(0, 1)[1] + 24
    ask, heard = one.at(-1, 0.7), one.at(-1, -0.7)
    turns = [(far, ask[1]), (far, heard[1])]
    card.arrow(ask, heard, via=turns, colour="query", **look)
    card.note(far, one.y, f"{CIRCLE[name].asks}?")
    give, take = one.at(0.6, 1), one.at(-0.4, 1)
    turns = [(give[0], low), (take[0], low)]
    card.arrow(give, take, via=turns, colour="value", **look)
    card.note((give[0] + take[0]) / 2, low, answer(name))


def person(card: Canvas, name: str, x: Number, y: Number) -> Box:
    """One row: its name, the name that it asks about, its colour."""
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
    card.text(10, 310, "each row alone", anchor="start", bold=True)
    one = person(card, name, 80, 358)
    layer = card.box(238, 358, 84, 40, "a layer", "encoder")
    says = card.token(370, 358, f"{CIRCLE[name].asks}'s ball: ?", h=34)
    card.chain([one, layer, says])
