"""The map of the course: one drawing, in each chapter its part is lit."""

from attnbook.show.diagrams.canvas import DASH, LETTER, Canvas, Look
from attnbook.show.diagrams.drawing import Drawing, finish
from attnbook.show.diagrams.letters import Number
from attnbook.show.diagrams.letters import width as text_width

LEFT, MIDDLE, RIGHT = 84, 220, 356
PARTS = (
    # chapter, x, y, width, label, colour
    (1, LEFT, 232, 124, "recurrence", "encoder"),
    (1, RIGHT, 232, 124, "recurrence", "decoder"),
    (1, MIDDLE, 128, 98, "one vector", "value"),
    (2, MIDDLE, 180, 98, "attention\nto words", "value"),
    (3, MIDDLE, 232, 98, "attention\nto an image", "value"),
    (4, MIDDLE, 284, 98, "query, key,\nvalue", "value"),
    (5, LEFT, 180, 124, "self-attention", "encoder"),
    (5, RIGHT, 180, 124, "self-attention", "decoder"),
    (6, LEFT, 284, 124, "positions", "encoder"),
    (6, RIGHT, 284, 124, "positions", "decoder"),
    (7, LEFT, 128, 124, "block", "encoder"),
    (7, RIGHT, 128, 124, "block", "decoder"),
    (9, 126, 366, 84, "patches", "encoder"),
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
    9: "patches of an image in the place of words",
}


def course_map(chapter: int | None = None) -> Drawing:
    """The whole course, with the part of one chapter lit.

    Raises ValueError for a chapter that the course does not have.
    """
    if chapter is not None and chapter not in SAID:
        raise ValueError(f"chapters are 1 to {len(SAID)}: {chapter=}")
    card = Canvas(440, 408)
    whole = chapter == 8
    edge: Look = {"tint": 0.05 if whole else 0.0, "dash": DASH, "corner": 14}
    card.box(220, 212, 424, 376, "", "ink" if whole else "rule", **edge)
    card.note(103, 24, "pretraining", bold=whole)
    badge(card, 38, 24, 8, whole)
    for x, name in ((LEFT, "encoder"), (RIGHT, "decoder")):
        card.box(x, 196, 142, 240, "", name, tint=0.05)
        card.text(x, 93, name, bold=True)
    for x, y, name, w in (
        (44, 366, "words", 58),
        (RIGHT, 366, "words so far", 104),
    ):
        card.arrow(card.token(x, y, name, w=w), (x, 317))
    card.arrow((126, 353), (126, 317))
    word = card.token(RIGHT, 44, "next word", "decoder")
    card.arrow((RIGHT, 76), word)
    for number, x, y, w, label, colour in PARTS:
        lit = number == chapter
        look: Look = {"tint": 0.35} if lit else {"tint": 0.0}
        if x == MIDDLE:
            tone = "ink" if lit else "rule"
            for a, b in ((155, 171), (269, 285)):
                card.arrow((a, y), (b, y), colour=tone)
        tone = colour if lit else "rule"
        h = 42 if number < 9 else 26
        card.box(x, y, w, h, label, tone, bold=lit, **look)
        badge(card, beside(x, w, label, lit), y - h / 2 + 2, number, lit)
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


def beside(x: Number, w: Number, label: str, lit: bool) -> Number:
    """Where a badge stands: on the corner, or left of it where the first of
    two bold lines would reach under it.
    """
    first, *more = label.split("\n")
    reach = text_width(first, LETTER, bold=True) / 2 + 11
    return x - (max(w / 2, reach) if lit and more else w / 2)


def badge(card: Canvas, x: Number, y: Number, number: int, lit: bool) -> None:
    """The number of a chapter at the corner of its part."""
    card.box(x, y, 20, 20, "", "ink" if lit else "rule", tint=1, corner=10)
    card.text(x, y, str(number), colour="card" if lit else "ink")
