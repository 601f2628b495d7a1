"""The drawing of three parts of a corpus: two for monolingual texts, one for
pairs.
"""

from dataclasses import replace

from attncourse.chapter8.drawings.denoising import passage
from attncourse.drawing import layout
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing
from attncourse.drawing.letters import Number

ENGLISH = (
    "a man is cooking",
    "two brown dogs run",
    "a girl reads a book",
)
FRENCH = (
    "un homme cuisine",
    "deux chiens bruns courent",
    "une fille lit un livre",
)
"""A sentence of each third, and its translation."""
THIRDS = (
    "first third",
    "second third",
    "last third",
)


def thirds() -> Drawing:
    """English of one third, French of another, pairs of the last."""
    lines = [
        [
            layout.text("English"),
            titled(THIRDS[0], passage(ENGLISH[0], "encoder")),
            titled(THIRDS[1], unread(ENGLISH[1])),
            titled(THIRDS[2], passage(ENGLISH[2], "value").named("English")),
        ],
        [
            layout.text("French"),
            unread(FRENCH[0]).under("pretraining"),
            passage(FRENCH[1], "decoder").under("pretraining"),
            passage(FRENCH[2], "value").named("French").under("fine-tuning"),
        ],
    ]
    card, at = layout.lay(layout.table(lines, across=14, down=40))
    layout.arrows(card, at, ("English", "French", "translate"))
    return finish(
        card,
        """Three sentences with their translations, one from each third of the
        pairs. Of the first third only the English side is read, of the second
        only the French side, both in pretraining; of the last third both sides
        are used, as pairs to translate, in fine-tuning. The sides that are left
        out are struck off.""",
        """Pretraining reads the English side of one third and the French side
        of another; the pairs come from the last third. (Made up.)""",
    )


def titled(label: str, thing: Thing) -> Thing:
    """The same under the name of its third."""
    return thing.over(label, colour="ink", bold=True)


def unread(text: str) -> Thing:
    """A side that is left out, struck off."""
    kept = passage(text)
    w, h = kept.w - 12, kept.up + kept.down - 12

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        lines = passage(text, "rule")
        lines.draw(card, x, y, at)
        ends = (x - w / 2, y + h / 2), (x + w / 2, y - h / 2)
        card.arrow(*ends, colour="muted", head=False)

    return replace(kept, draw=draw)
