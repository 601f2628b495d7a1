"""The small drawing of the chapter: a query among keys."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.small import around


def idea() -> Drawing:
    """The idea of this chapter."""
    card, start = small.card(), (118, 116)
    for share, name, width in ((-0.17, 1, 1.6), (0.04, 2, 6), (0.19, 3, 1.6)):
        end = around(start, 84, share)
        card.arrow(start, end, colour="key", width=width)
        card.text(*around(start, 99, share), f"*k*_{name}")
    card.arrow(start, around(start, 78, 0.1), colour="query", width=3)
    card.text(*around(start, 94, 0.105), "*q*")
    return finish(
        card,
        """A query q and three keys start at one point; the key nearest to the
        query is drawn widest.""",
        """Without a decoder a layer is left: a query is compared with keys, and
        mixes their values.""",
    )
