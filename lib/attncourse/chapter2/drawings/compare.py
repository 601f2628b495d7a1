"""Two wirings of a decoder side by side."""

from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish


def wirings() -> Drawing:
    """Who asks, and where the context goes: Bahdanau and Luong."""
    card = Canvas(440, 326)
    for x, name in ((0, "Bahdanau"), (226, "Luong")):
        luong = name == "Luong"
        card.text(x + 107, 18, name, bold=True)
        memory = card.box(x + 107, 60, 150, 32, "*h*_1 ... *h*_S", "encoder")
        looks = card.box(x + 107, 124, 120, 36, "attention", "value")
        before = card.box(x + 58, 216, 66, 38, "*s*_{t-1}", "decoder")
        after = card.box(x + 152, 216, 66, 38, "*s*_t", "decoder")
        out = card.box(x + 152, 290, 76, 34, "output", tint=0.05)
        card.arrow(memory, looks)
        card.arrow(before, after)
        card.arrow(after, out)
        asks = x + (152 if luong else 58)
        look: Look = {"colour": "query", "width": 2.6}
        card.arrow((asks, 197), (asks, 142), "query", **look)
        look = {"colour": "value", "width": 4.0}
        if luong:
            turns = [(x + 206, 124), (x + 206, 290)]
            card.arrow(looks, out, via=turns, **look)
            card.note(x + 206, 216, "*c*_t")
        else:
            card.arrow((x + 152, 142), (x + 152, 197), "*c*_t", **look)
    return finish(
        card,
        """Two wirings of the same parts. Bahdanau: the old decoder state s(t-1)
        asks, and the context enters the recurrence, which makes s(t). Luong:
        the new state s(t) asks, and the context goes to the output only.""",
        """Bahdanau's decoder and Luong's. They differ in which state is the
        query, and in where the context goes: into the recurrence, or past it
        to the output.""",
    )
