"""The small drawing of the chapter: all words ask all others."""

from itertools import combinations

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.small import around


def idea() -> Drawing:
    """The idea of this chapter."""
    card, middle = small.card(), (118, 64)
    places = [around(middle, 50, k / 6) for k in range(6)]
    for a, b in combinations(range(6), 2):
        colour = "weight" if 0 in (a, b) else "rule"
        width = 5 if (a, b) == (0, 4) else 1.6
        ends = places[a], places[b]
        card.arrow(*ends, colour=colour, width=width, head=False)
    for k, (x, y) in enumerate(places):
        card.circle(x, y, 9, colour="encoder", tint=0.9 if k == 0 else 0.25)
    card.text(206, 64, "words", colour="muted")
    return finish(
        card,
        """Six words in a circle, each joined with every other one; the lines of
        the first one are lit.""",
        """In self-attention every word asks all others at once. Their order is
        lost.""",
    )
