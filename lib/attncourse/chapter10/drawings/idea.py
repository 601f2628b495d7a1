"""The small drawing of the chapter: what is written is read again."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    for x, word in ((30, "two"), (78, "dogs")):
        card.token(x, 100, word)
    card.box(78, 64, 130, 26, "decoder", "decoder", tint=0.1)
    card.arrow((78, 51), card.token(78, 28, "run", "decoder", w=44, tint=0.2))
    card.arrow((102, 28), (128, 28))
    card.arrow((128, 88), card.token(128, 100, "run", "decoder", w=44))
    return finish(
        card,
        """The words two and dogs below a decoder, and above it run, the word
        that it predicts; an arrow leads it back to the end of the text.""",
        """A language model predicts the next token, and reads it again as the
        last one.""",
    )
