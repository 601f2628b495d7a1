"""The drawing of three parts of a corpus: two for single texts, one for
pairs.
"""

from attncourse.drawing import layout
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing

WIDE = 104


def thirds() -> Drawing:
    """English of one third, French of another, pairs of the last."""
    lines = [
        [layout.text("English"), side("read", "encoder"), left(), pair("1")],
        [layout.text("French"), left(), side("read", "decoder"), pair("2")],
    ]
    card, at = layout.lay(layout.table(lines, across=14, down=40))
    layout.arrows(card, at, ("pair 1", "pair 2", "translate"))
    return finish(
        card,
        """Sentences with their translations in three thirds. Of the first
        third only the English side is read, of the second only the French
        side, both in pretraining; of the last third both sides are used, as
        pairs to translate.""",
        """Three thirds of the sentences. Pretraining reads the English side of
        one and the French side of another, so it never sees a text with its
        translation. The pairs come from the last one.""",
    )


def side(label: str, colour: str) -> Thing:
    """A third that pretraining reads."""
    return layout.box(label, colour, WIDE)


def left() -> Thing:
    """A side that is left out."""
    return layout.box("left out", "muted", WIDE)


def pair(number: str) -> Thing:
    """One side of the pairs."""
    return layout.box("pairs", "value", WIDE).named(f"pair {number}")
