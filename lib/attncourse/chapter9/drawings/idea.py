"""The small drawing of the chapter: an image is a sequence."""

from attncourse.drawing import small
from attncourse.drawing.canvas import Look
from attncourse.drawing.drawing import Drawing, finish


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    shades = ((0.1, 0.7, 0.3), (0.1, 0.2, 0.7), (0.1, 0.7, 0.2))
    for i, row in enumerate(shades):
        for j, tint in enumerate(row):
            look: Look = {"tint": tint, "corner": 2}
            card.box(94 + 24 * j, 20 + 24 * i, 22, 22, "", "encoder", **look)
            k = 3 * i + j
            card.box(18 + 25 * k, 108, 19, 19, "", "encoder", **look)
    card.arrow((118, 80), (118, 96))
    card.text(172, 44, "image", anchor="start", colour="muted")
    return finish(
        card,
        """An image of three by three patches; below it the nine patches in a
        row.""",
        """An image cut into patches is a sequence, and a Transformer reads
        it.""",
    )
