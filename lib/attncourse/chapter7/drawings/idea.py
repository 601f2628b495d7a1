"""The small drawing of the chapter: layers that read from a stream, and add."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    card.arrow((10, 34), (228, 34), colour="encoder", width=7)
    for x, name, colour in (
        (62, "attention", "weight"),
        (174, "feed-forward", "series4"),
    ):
        box = card.box(x, 96, 102, 34, name, colour)
        for side, y in ((-26, 34), (26, 34)):
            foot, head = (x + side, box.top[1]), (x + side, y)
            ends = (head, foot) if side < 0 else (foot, (x + side, y + 4))
            card.arrow(*ends, colour=colour, width=2)
    return finish(
        card,
        """A wide arrow from left to right; below it a layer of attention and
        one of feed-forward, each with an arrow from the wide one and one back
        to it.""",
        """A block reads from a stream and adds to it, so that many layers
        learn.""",
    )
