"""The drawing of a block of 2017 beside one of today."""

from attncourse.chapter7.drawings.block import NORM, plus
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.drawing.shapes import Box

SIDES = {
    "chapter 7": (26, ("norm", "self-attention", "norm", "ReLU layer")),
    "Llama 3": (
        246,
        (
            "(1) RMSNorm",
            "self-attention:\n(3) rotary, (4) grouped",
            "(1) RMSNorm",
            "(2) SwiGLU",
        ),
    ),
}
"""Where the stream runs, and the parts from the bottom to the top."""
PLACES = 280, 228, 156, 108
FIRST = "chapter 7"


def today() -> Drawing:
    """The parts that have changed have another colour."""
    card = Canvas(440, 364)
    for title in SIDES:
        side(card, title)
    return finish(
        card,
        """Two blocks beside their streams, from the bottom to the top. That of
        chapter 7: embedding plus positions, norm, self-attention, norm, a
        layer with ReLU, with biases. That of Llama 3: embedding alone, RMSNorm,
        attention with rotary positions and grouped queries, RMSNorm, SwiGLU,
        without biases.""",
        """The plan of a block is the same, but nearly every part has changed
        (coloured, numbered as in the list). Positions have moved into the
        attention.""",
    )


def side(card: Canvas, title: str) -> None:
    """One block."""
    x, parts = SIDES[title]
    colour = NORM if title == FIRST else "decoder"
    below = (
        "embedding\n+ positions"
        if title == FIRST
        else "embedding,\n(3) no positions"
    )
    made = card.box(x + 44, 334, 120, 42, below, colour, tint=0.14)
    card.arrow((x, made.top[1]), (x, 62), colour=NORM, width=5)
    card.text(x + 96, 16, title, bold=True)
    biases = "biases everywhere" if title == FIRST else "(5) no biases"
    card.text(x + 96, 38, biases)
    for k in range(0, len(parts), 2):
        norm, layer = (
            part(card, x, parts[j], PLACES[j], colour, j > k)
            for j in (k, k + 1)
        )
        card.arrow(norm.top, layer, colour=NORM)


def part(
    card: Canvas, x: Number, name: str, y: Number, colour: str, adds: bool
) -> Box:
    """A norm reads the stream, a layer above it adds to it."""
    h = 42 if "\n" in name else 30 if adds else 22
    made = card.box(x + 104, y, 140, h, name, colour, tint=0.2)
    if adds:
        card.arrow(made.left, (x + 9, y), colour=NORM)
        plus(card, x, y, NORM)
    else:
        card.arrow((x, y), made.left, colour=NORM)
    return made
