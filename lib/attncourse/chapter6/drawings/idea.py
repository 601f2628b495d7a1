"""The small drawing of the chapter: where a word stands."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.small import around


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    for t, x in enumerate((42, 118, 194)):
        for y, speed in ((32, 0.17), (82, 0.05)):
            card.circle(x, y, 20, colour="muted", tint=0)
            end = around((x, y), 17, speed * t)
            card.arrow((x, y), end, colour="series2", width=2.4)
        card.text(x, 116, str(t))
    return finish(
        card,
        """Two clocks above each of the positions 0, 1 and 2: from one to the
        next the upper hand turns far, the lower one a little.""",
        """Clocks of different speeds say where a word stands, and how far from
        another one.""",
    )
