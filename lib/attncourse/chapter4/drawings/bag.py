"""The drawing of a bag: many instances go in, one vector comes out."""

import torch
from torch import Tensor

from attnbook.data import painting
from attncourse import spec
from attncourse.drawing.canvas import Box, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Command, Path

BAG = (1, 4, 9, 3)
WRITTEN = {1: 47, 4: 14, 9: 128, 3: 59}
"""Which of scikit-learn's images each digit of BAG is."""
SCORES = (0.0, 1.0, 4.5, 0.5)
"""How well each instance of BAG answers the learned query, made up."""
FEATURES = {
    1: (1.0, 0.1, 0.0, 0.2),
    4: (0.1, 0.9, 0.2, 0.0),
    9: (0.0, 0.2, 1.0, 0.1),
    3: (0.2, 0.0, 0.1, 0.9),
}
"""Four numbers for each digit of BAG, made up."""
LEVELS = 4
"""The greys of the drawing."""


def weights() -> list[float]:
    """What the softmax makes of SCORES."""
    return spec.softmax(torch.tensor(SCORES, dtype=torch.float64)).tolist()


def pixels(kind: int) -> Tensor:
    """A handwritten digit of scikit-learn, from 0 to 1."""
    return painting.handwritten()[0][WRITTEN[kind]]


def pooled(shares: list[float]) -> list[float]:
    """The mean of FEATURES under these weights."""
    rows = [FEATURES[kind] for kind in BAG]
    weights, values = (
        torch.tensor(x, dtype=torch.float64) for x in (shares, rows)
    )
    return spec.read(weights, values).tolist()


def digit(card: Canvas, x: Number, y: Number, side: Number, kind: int) -> Box:
    """A handwritten digit, its pixels in few greys."""
    image = pixels(kind).tolist()
    paper = card.box(x, y, side, side, "", "muted", tint=0, corner=4)
    pixel = (side - 6) / len(image)
    left, top = x - side / 2 + 3, y - side / 2 + 3
    for level in range(1, LEVELS + 1):
        way: list[Command] = []
        for i, row in enumerate(image):
            for j, dark in enumerate(row):
                if round(dark * LEVELS) == level:
                    a, b = left + j * pixel, top + i * pixel
                    way += square(a, b, pixel)
        card.marks.append(Path(tuple(way), "ink", level / LEVELS))
    return paper


def square(left: Number, top: Number, side: Number) -> list[Command]:
    """The edge of one pixel."""
    right, bottom = left + side, top + side
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    way: list[Command] = [("L", (corner,)) for corner in corners]
    return [("M", way[0][1]), *way[1:], ("Z", ())]


def bag() -> Drawing:
    """A bag of digits, pooled by its mean and by attention."""
    card = Canvas(440, 546)
    shares = weights()
    mean = [1 / len(BAG)] * len(BAG)
    pool(card, 8, "mean", mean, asks=False)
    pool(card, 232, "attention", shares, asks=True)
    nine = BAG.index(9)
    shown = ", ".join(f"{share:.2f}" for share in shares)
    digits = ", ".join(map(str, BAG))
    return finish(
        card,
        f"""A bag of the handwritten digits {digits} becomes features h_1 to
        h_{len(BAG)}, a column of four cells each. On the left
        their mean, each with weight {mean[0]:.2f}. On the right a learned query
        gives them the weights {shown}, most of it to the nine. Weights times
        features, added up, are one vector, which answers whether the bag has a
        nine: on the left it is nearly the same in every cell, on the right it
        is nearly h_{nine + 1}.""",
        f"""The mean gives the nine the weight {mean[nine]:.2f}, a learned query
        {shares[nine]:.2f}, so that the output is nearly its features. (Made-up
        numbers.)""",
    )


def pool(
    card: Canvas, left: Number, name: str, shares: list[float], asks: bool
) -> None:
    """One way from the digits to the answer."""
    middle = left + 100
    card.text(middle, 20, name, bold=True)
    if asks:
        card.box(middle, 218, 192, 30, "a learned query", "query")
    look: Look = {"cell": (18, 18)}
    vector = card.state(middle, 438, pooled(shares), "value", **look)
    plus = card.circle(middle, 366, 14, "+", "value", size=19)
    card.arrow(plus, vector)
    for s, (kind, share) in enumerate(zip(BAG, shares, strict=True)):
        x = left + 25 + 50 * s
        paper = digit(card, x, 62, 42, kind)
        h = card.state(x, 142, list(FEATURES[kind]), "encoder", **look)
        tint: Look = {"tint": 0.06 + 0.34 * share, "corner": 5}
        weight = card.box(x, 276, 42, 28, f"{share:.2f}", "weight", **tint)
        card.text(x, 304, f"\u00d7 *h*_{s + 1}")
        card.arrow(paper, h)
        if asks:
            card.arrow(h, (x, 203), colour="key", width=2.4)
            card.arrow((x, 233), weight)
        else:
            card.arrow(h, weight)
        wide = 1 + 9 * share
        card.arrow((x, 316), plus, colour="value", width=wide)
    answer = card.token(middle, 520, "has a nine?", "decoder", h=28)
    card.arrow(vector, answer)
