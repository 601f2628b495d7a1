"""The small drawing of the chapter: weights over the cells of an image."""

import math

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.small import RIGHT


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    far = [[math.hypot(i - 1, j - 2) for j in range(4)] for i in range(4)]
    rows = [[max(0.0, 1 - d / 1.6) for d in row] for row in far]
    image = card.matrix(66, 64, rows, "weight", cell=(26, 26))
    word = card.token(RIGHT, 64, "circle", "decoder")
    card.arrow(image, word, colour="weight", width=3)
    return finish(
        card,
        """An image of four by four cells, of which a few are dark; an arrow
        leads from it to the word circle.""",
        """An image is read like a sentence: for each word a weight for every
        cell.""",
    )
