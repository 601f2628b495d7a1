"""The map of the course: one drawing, in each chapter its part is lit."""

from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.rooms import chapters

LEFT, MIDDLE, RIGHT = 69, 220, 371
"""Where encoder, memory and decoder stand; a chapter's room has its own part,
`SAID` and `PARTS`: x, y, width, height, label, colour.
"""
WHOLE = 8  # the chapter that is about all of it
AROUND = ((76, 15, 120, 22, "around the whole", "ink"),)
"""What leads to that one."""


def course_map(chapter: int | None = None) -> Drawing:
    """The whole course, with the part of one chapter lit.

    Raises ValueError for a chapter that the course does not have.
    """
    rooms = dict(enumerate(chapters().values(), 1))
    if chapter is not None and chapter not in rooms:
        raise ValueError(f"chapters are 1 to {len(rooms)}: {chapter=}")
    said = rooms[chapter].SAID if chapter else ""
    card = Canvas(440, 296)
    whole = chapter == WHOLE
    edge: Look = {"tint": 0.05 if whole else 0.0, "dash": DASH, "corner": 14}
    card.box(220, 152, 430, 276, "", "ink" if whole else "rule", **edge)
    card.note(84, 15, "pretraining", bold=whole)
    badge(card, 26, 15, WHOLE, whole)
    for x, name in ((LEFT, "encoder"), (RIGHT, "decoder")):
        card.box(x, 145, 120, 174, "", name, tint=0.05)
        card.text(x, 73, name, bold=True)
    for x, name, w in ((38, "words", 54), (RIGHT, "words so far", 104)):
        card.arrow(card.token(x, 266, name, w=w), (x, 232))
    card.arrow((108, 253), (108, 232))
    card.arrow((RIGHT, 58), card.token(RIGHT, 31, "next word", "decoder"))
    for number, (x, y, w, h, label, colour) in (
        (number, part) for number, room in rooms.items() for part in room.PARTS
    ):
        lit = number == chapter
        if x == MIDDLE:
            tone = "ink" if lit else "rule"
            for a, b in ((129, 147), (293, 311)):
                card.arrow((a, y), (b, y), colour=tone)
        look: Look = {"tint": 0.35 if lit else 0.0, "bold": lit}
        tone = colour if lit else "rule"
        card.box(x, y, w, h, label, tone, **look)
        badge(card, x - w / 2 - 4 * (x == MIDDLE), y - 12, number, lit)
    return finish(
        card,
        f"""A map of the course: an encoder, a decoder, and between them and
        around them the parts of the chapters.
        {f"Lit is chapter {chapter}: {said}." if chapter else ""}""",
        f"""The course on one page. This is chapter {chapter}:
        {said}."""
        if chapter
        else "The course on one page, each part with its chapter.",
    )


def badge(card: Canvas, x: Number, y: Number, number: int, lit: bool) -> None:
    """The number of a chapter at the corner of its part."""
    card.box(x, y, 17, 17, "", "ink" if lit else "rule", tint=1, corner=9)
    card.text(x, y, str(number), colour="card" if lit else "ink")
