"""The small drawing of the chapter: a text asks its own questions."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    for x, word in ((30, "a"), (74, "red"), (196, "on")):
        card.token(x, 28, word)
    card.token(134, 28, "?", "decoder", w=56, tint=0.2)
    for y, word, share in ((60, "hat", 84), (84, "bike", 34), (108, "the", 8)):
        card.text(86, y, word, anchor="end")
        left = 96 + share / 2
        card.box(left, y, share, 15, "", "series2", tint=0.7, corner=2)
    return finish(
        card,
        """The words a, red, a gap, on; below the gap three guesses with bars,
        the longest for hat.""",
        """A text without labels is full of questions: which word stands in the
        gap, and which one comes next.""",
    )
