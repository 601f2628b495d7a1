"""The drawing of the convolutional network that stands beside the Vision
Transformer.
"""

from attnbook.models.convnet import Config
from attncourse.drawing.canvas import Box, Canvas
from attncourse.drawing.drawing import Drawing, finish

CELL = 9
LIT, DIM = 0.75, 0.08
SEEN = 3  # places that a filter sees, both ways
LINE = 92
MIDDLES = 46, 132, 216, 294
"""Where the grids stand."""


def cnn() -> Drawing:
    """From the pixels of a digit to the scores of the classes."""
    config = Config()
    card = Canvas(440, 176)
    side, before = config.side, list[Box]()
    names = ["image", *(f"{width} features" for width in config.widths)]
    for layer, (x, name) in enumerate(zip(MIDDLES, names, strict=True), -1):
        lit = SEEN if x < MIDDLES[-1] else 0
        rows = window(side, lit)
        grid = card.matrix(x, LINE, rows, "encoder", cell=(CELL, CELL))
        card.text(x, 32, name)
        card.text(x, LINE + 56, f"{side} × {side}", colour="muted")
        if before:
            card.arrow(before[-1], grid)
        before.append(grid)
        if layer + 1 in config.halved:
            side //= 2
    mean = card.state(
        354, LINE, [0.5, 0.2, 0.8, 0.1, 0.4], "encoder", cell=(11, 11)
    )
    card.text(354, 32, "mean")
    card.arrow(before[-1], mean)
    card.arrow(mean, card.box(408, LINE, 50, 30, "head", "encoder"))
    last = config.widths[-1]
    return finish(
        card,
        f"""An image of {config.side} x {config.side} pixels, then the grids of
        {len(config.widths)} layers of filters, with {config.widths} features
        at each place; after the second the grid is half as wide. The mean over
        the last grid is a vector of {last} numbers, and the head scores the
        classes.""",
        f"""A CNN slides the same filters over all positions; each sees
        {SEEN} × {SEEN} of them (filled). The mean over the last grid goes to
        the head.""",
    )


def window(side: int, lit: int) -> list[list[float]]:
    """A grid whose first places are lit, so many both ways."""
    return [
        [LIT if max(i, j) < lit else DIM for j in range(side)]
        for i in range(side)
    ]
