"""The small drawing of the chapter: all words through one vector."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.small import LEFT, RIGHT, column

FRENCH = ("un", "chapeau", "rouge")


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    middle = card.circle(108, 64, 15, "*c*", "weight")
    for word in column(card, LEFT, ("a", "red", "hat"), "encoder"):
        card.arrow(word, middle, colour="muted")
    for word in column(card, RIGHT, FRENCH, "decoder"):
        card.arrow(middle, word, colour="muted")
    return finish(
        card,
        """Three English words lead into one vector c, and from it three French
        words come.""",
        """One vector carries a whole sentence from encoder to decoder. Long
        sentences do not fit.""",
    )
