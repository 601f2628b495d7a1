"""The small drawing of the chapter: each word that is written looks back."""

from attncourse.drawing import small
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.small import LEFT, RIGHT, column


def idea() -> Drawing:
    """The idea of this chapter."""
    card = small.card()
    read = column(card, LEFT, ("a", "red", "hat"), "encoder")
    word = card.token(RIGHT, 64, "chapeau", "decoder")
    for box, width in zip(read, (1.2, 2.4, 9), strict=True):
        card.arrow(box, word, colour="weight", width=width, head=False)
    return finish(
        card,
        """Lines from three English words to the French word chapeau; that from
        hat is the widest.""",
        """Before each word that it writes, the decoder reads all words again,
        each by its weight.""",
    )
