"""The drawing of a block with its norms first, and with its norms last."""

from attncourse.drawing.canvas import Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

ORDERS = {
    "pre": (44, "*x* + layer(norm(*x*))"),
    "post": (264, "norm(*x* + layer(*x*))"),
}
"""Where the stream of each order runs, and its formula."""
LAYERS = {"attention": "weight", "feed-forward": "series4"}
NORM = "muted"


def plus(card: Canvas, x: Number, y: Number, colour: str) -> None:
    """A sum on a stream."""
    card.circle(x, y, 9, colour=colour, tint=1)
    card.text(x, y - 0.5, "+", size=18, colour="card", bold=True)


def block() -> Drawing:
    """The same layers twice, from the bottom to the top."""
    card = Canvas(440, 362)
    pre, post = (side(card, order) for order in ORDERS)
    return finish(
        card,
        f"""Two blocks of attention and feed-forward, from the bottom to the
        top, each beside its stream. With pre-norm a layer reads the stream
        through a norm and adds to it: {pre} norms stand on the stream, only
        sums. With post-norm a layer reads the stream as it is and adds to it,
        and then the sum goes through a norm: {post} norms stand on it.""",
        f"""With pre-norm the norm stands beside the stream, so a clear path
        leads from the top to the bottom. With post-norm everything passes
        {post} norms in each block.""",
    )


def side(card: Canvas, order: str) -> int:
    """One order; how many norms stand on its stream."""
    (x, formula), first, met = ORDERS[order], order == "pre", 0
    path = "encoder" if first else "series6"
    card.arrow((x, 304), (x, 38), colour=path, width=5)
    card.text(x - 22, 300, "*x*_t")
    for k, (name, colour) in enumerate(LAYERS.items()):
        low = 268 - 112 * k
        start, y = Box(x, low, 5, 5), low - (46 if first else 38)
        box = card.box(x + 100, y, 104, 30, name, colour)
        if first:
            norm = card.box(box.x, low, 50, 26, "norm", NORM, corner=5)
            card.chain([start, norm, box], colour=colour)
        else:
            card.arrow(start, box, via=[(box.x, low)], colour=colour)
            card.box(x, low - 76, 50, 26, "", "card", tint=1, outline=False)
            card.box(x, low - 76, 50, 26, "norm", NORM, corner=5)
            met += 1
        card.circle(x, low, 4.5, colour=colour, tint=1)
        card.arrow(box, (x + 9, y), colour=colour, width=2.4)
        plus(card, x, y, colour)
    card.text(x + 66, 18, f"{order}-norm", bold=True)
    norms = f"{met} norms" if met else "no norm"
    card.text(x + 66, 337, f"{formula}\n{norms} on the way")
    return met
