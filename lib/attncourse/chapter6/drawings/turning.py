"""The drawing of rotary positions: a query and a key turn with their places,
and their dot product knows the distance alone.
"""

import math

import torch

from attncourse import spec
from attncourse.chapter6.drawings.clocks import written
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.spec import positions

PAIRS = {"query": ("q", (2.0, 1.0)), "key": ("k", (1.0, 2.0))}
STEP = 30
"""Degrees that a pair turns at each position."""
PLACES = (3, 1), (8, 6)
"""Where the query and the key stand, on the left and on the right."""
UNIT, RADIUS = 34, 82
"""Pixels of the length 1, and of the circle."""
BASE = (180 / STEP / math.pi) ** 2
"""With it the second of two pairs turns by `STEP`."""

Pair = tuple[float, float]


def turned(pair: Pair, place: int) -> Pair:
    """The pair at that position."""
    row = torch.tensor((0.0, 0.0, *pair), dtype=torch.float64)
    u, v = positions.rotary(row, place, BASE)[2:].tolist()
    return u, v


def product(places: tuple[int, int]) -> float:
    """The dot product of the turned query and the turned key."""
    pairs = zip(PAIRS.values(), places, strict=True)
    q, k = (turned(pair, place) for (_, pair), place in pairs)
    return spec.dot(torch.tensor(q), torch.tensor(k)).item()


def by_angle(places: tuple[int, int]) -> str:
    """The product as lengths times the cosine of the angle between the two."""
    found = product(places)
    lengths = math.prod(math.hypot(*pair) for _, pair in PAIRS.values())
    angle = round(math.degrees(math.acos(found / lengths)))
    return f"{lengths:g} cos {angle}\u00b0 = {written([found])[0]}"


def turning() -> Drawing:
    """The same two words at two places of a text."""
    card = Canvas(440, 284)
    for x, places in zip((112, 328), PLACES, strict=True):
        circle(card, x, 112, places)
        t, s = places
        card.text(
            x, 222, f"/t/ = {t}: {STEP * t}\u00b0,  /s/ = {s}: {STEP * s}\u00b0"
        )
        card.text(
            x,
            250,
            f"*q*\u2032 \u00b7 *k*\u2032 = {by_angle(places)}",
            bold=True,
        )
    (a, b), (c, d) = PLACES
    (_, q), (_, k) = PAIRS.values()
    told = " and ".join(written([product(places)])[0] for places in PLACES)
    return finish(
        card,
        f"""Two circles. In each, the query {q} and the key {k} are drawn pale,
        and dark where their positions have turned them, by {STEP} degrees a
        step. On the left the query stands at {a} and the key at {b}, on the
        right at {c} and {d}. The dot products are {told}.""",
        f"""At {a} and {b} or at {c} and {d}, the turned query and key have the
        same dot product. Pale: *q* = {_row(q)} and *k* = {_row(k)} before
        turning; one step is {STEP}\u00b0.""",
    )


def _row(pair: Pair) -> str:
    u, v = pair
    return f"({u:g}, {v:g})"


def circle(card: Canvas, x: Number, y: Number, places: tuple[int, int]) -> None:
    """The query and the key, before and after they turned."""
    card.circle(x, y, RADIUS, colour="muted", tint=0)
    for (role, (name, pair)), place in zip(PAIRS.items(), places, strict=True):
        start = x + UNIT * pair[0], y - UNIT * pair[1]
        card.arrow((x, y), start, colour="rule", width=2.4)
        out = 1 + 12 / (UNIT * math.hypot(*pair))
        beside = x + UNIT * pair[0] * out, y - UNIT * pair[1] * out
        card.text(*beside, f"*{name}*", colour="muted")
        u, v = turned(pair, place)
        card.arrow((x, y), (x + UNIT * u, y - UNIT * v), colour=role, width=3)
        far = 1 + 17 / (UNIT * math.hypot(u, v))
        at = x + UNIT * u * far, y - UNIT * v * far
        card.text(*at, f"*{name}*\u2032", colour=role)
    card.circle(x, y, 3, colour="muted", tint=1)
