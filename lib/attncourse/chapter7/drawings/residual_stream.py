"""The drawing of the residual stream: layers read from it and add to it."""

from attncourse.drawing.canvas import DASH, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

LAYERS = {"attention": "weight", "feed-\nforward": "series4"}
"""The layers of a block and their colours."""
NORM = "muted"
OTHERS, OWN = (52, 70), 128
"""How far down the words flow: the others, and the one that is followed."""
STARTS, APART, READS, ADDS = (78, 272), 90, -20, 26
"""The first layer of each block, how far to the next; where they read, add."""


def plus(card: Canvas, x: Number, y: Number, colour: str) -> None:
    """A sum on a stream."""
    card.circle(x, y, 9, colour=colour, tint=1)
    card.text(x, y - 0.5, "+", size=18, colour="card", bold=True)


def residual_stream() -> Drawing:
    """Two blocks beside the stream of one word."""
    card = Canvas(440, 308)
    card.text(40, 32, "other words", anchor="start", colour="muted")
    card.text(66, 101, "the word\u2019s own path", anchor="start")
    card.text(14, OWN, "*x*_t")
    for y in OTHERS:
        card.arrow((28, y), (436, y), colour="series6", width=2.4)
    card.arrow((28, OWN), (436, OWN), colour="encoder", width=7)
    for k, x in enumerate(STARTS):
        card.box(x + APART / 2, 148, 184, 264, "", "muted", tint=0, dash=DASH)
        card.text(x + APART / 2, 294, f"block {k + 1}", colour="muted")
        for j, name in enumerate(LAYERS):
            layer(card, x + APART * j, name)
    return finish(
        card,
        f"""A stream runs from left to right: the vector x_t of one word, its
        own path; above it run the streams of two other words. Below it stand
        {len(STARTS)} blocks. In each, attention reads from the streams of all
        words and feed-forward from the word's own alone; both read through a
        norm, and add what they compute to the word's stream at a plus. Nothing
        else stands on the stream.""",
        """Every layer reads from the stream through a norm, and adds to it.
        None replaces it, and only attention reads from other words.""",
    )


def layer(card: Canvas, x: Number, name: str) -> None:
    """One layer under the stream, what it reads and what it adds."""
    colour, reads, adds = LAYERS[name], x + READS, x + ADDS
    sources = [*OTHERS, OWN] if name == "attention" else [OWN]
    norm = card.box(reads, 176, 44, 26, "norm", NORM, corner=5)
    box = card.box(x, 236, 84, 46, name, colour)
    card.arrow((reads, sources[0]), norm.top, colour=colour)
    card.arrow(norm.bottom, (reads, box.top[1]), colour=colour)
    for y in sources:
        card.circle(reads, y, 4.5, colour=colour, tint=1)
    card.arrow((adds, box.top[1]), (adds, OWN + 9), colour=colour, width=2.4)
    plus(card, adds, OWN, colour)
