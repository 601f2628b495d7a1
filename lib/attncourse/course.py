"""The map of the course: one drawing, in each chapter its part is lit."""

from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

LEFT, MIDDLE, RIGHT = 69, 220, 371
PARTS = (
    # chapter, x, y, width, label, colour
    (1, LEFT, 172, 106, "recurrence", "encoder"),
    (1, RIGHT, 172, 106, "recurrence", "decoder"),
    (1, MIDDLE, 100, 146, "one vector", "value"),
    (2, MIDDLE, 136, 146, "attention to words", "value"),
    (3, MIDDLE, 172, 146, "attention to an image", "value"),
    (4, MIDDLE, 208, 146, "query, key, value", "value"),
    (5, LEFT, 136, 106, "self-attention", "encoder"),
    (5, RIGHT, 136, 106, "self-attention", "decoder"),
    (6, LEFT, 208, 106, "positions", "encoder"),
    (6, RIGHT, 208, 106, "positions", "decoder"),
    (7, LEFT, 100, 106, "block", "encoder"),
    (7, RIGHT, 100, 106, "block", "decoder"),
    (9, 108, 266, 72, "patches", "encoder"),
)
SAID = {
    1: "recurrence in encoder and decoder, one vector between them",
    2: "attention to words",
    3: "attention to an image",
    4: "attention as a layer with query, keys and values",
    5: "self-attention",
    6: "positions",
    7: "the Transformer block",
    8: "pretraining of the whole",
    9: "patches of an image instead of words",
}


def course_map(chapter: int | None = None) -> Drawing:
    """The whole course, with the part of one chapter lit.

    Raises ValueError for a chapter that the course does not have.
    """
    if chapter is not None and chapter not in SAID:
        raise ValueError(f"chapters are 1 to {len(SAID)}: {chapter=}")
    card = Canvas(440, 296)
    whole = chapter == 8
    edge: Look = {"tint": 0.05 if whole else 0.0, "dash": DASH, "corner": 14}
    card.box(220, 152, 430, 276, "", "ink" if whole else "rule", **edge)
    card.note(84, 15, "pretraining", bold=whole)
    badge(card, 26, 15, 8, whole)
    for x, name in ((LEFT, "encoder"), (RIGHT, "decoder")):
        card.box(x, 145, 120, 174, "", name, tint=0.05)
        card.text(x, 73, name, bold=True)
    for x, name, w in ((38, "words", 54), (RIGHT, "words so far", 104)):
        card.arrow(card.token(x, 266, name, w=w), (x, 232))
    card.arrow((108, 253), (108, 232))
    card.arrow((RIGHT, 58), card.token(RIGHT, 31, "next word", "decoder"))
    for number, x, y, w, label, colour in PARTS:
        lit = number == chapter
        if x == MIDDLE:
            tone = "ink" if lit else "rule"
            for a, b in ((129, 147), (293, 311)):
                card.arrow((a, y), (b, y), colour=tone)
        look: Look = {"tint": 0.35 if lit else 0.0, "bold": lit}
        tone = colour if lit else "rule"
        card.box(x, y, w, 28 if number < 9 else 26, label, tone, **look)
        badge(card, x - w / 2 - 4 * (x == MIDDLE), y - 12, number, lit)
    return finish(
        card,
        f"""A map of the course: an encoder, a decoder, and between them one
        vector (chapter 1) or attention (2 to 4); inside them recurrence (1),
        self-attention (5), positions (6), the block (7); around the whole
        pretraining (8); below the encoder words or patches of an image
        (9).{f" Lit is chapter {chapter}: {SAID[chapter]}." if chapter else ""}
        """,
        f"""The course on one page. This is chapter {chapter}:
        {SAID[chapter]}."""
        if chapter
        else "The course on one page, each part with its chapter.",
    )


def badge(card: Canvas, x: Number, y: Number, number: int, lit: bool) -> None:
    """The number of a chapter at the corner of its part."""
    card.box(x, y, 17, 17, "", "ink" if lit else "rule", tint=1, corner=9)
    card.text(x, y, str(number), colour="card" if lit else "ink")
