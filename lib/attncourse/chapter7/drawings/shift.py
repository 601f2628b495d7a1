"""The drawing of what the decoder reads and predicts: the target, shifted by
one.
"""

from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish

START, STOP = "[start]", "[stop]"
TARGET = ("un", "chien", "court", ".")
READ, PREDICTED = (START, *TARGET), (*TARGET, STOP)
LIT = 2
"""The position whose view is drawn: it reads the tokens up to itself."""
LEFT, PITCH = 112, 72


def shift() -> Drawing:
    """Inputs above, outputs below, and what one position is allowed to see."""
    card = Canvas(440, 216)
    xs = [LEFT + PITCH * t for t in range(len(READ))]
    for y, said in ((30, "reads"), (104, ""), (178, "predicts")):
        card.text(8, y, said, anchor="start", bold=True)
    block = card.box(xs[2], 104, PITCH * len(xs), 34, "decoder", "decoder")
    for t, x in enumerate(xs):
        role = "decoder" if t <= LIT else "muted"
        seen = card.token(x, 30, READ[t], role)
        look: Look = {"colour": role, "width": 2.4 if t <= LIT else 1.2}
        card.arrow(seen, (x, block.y - block.h / 2), **look)
        role = "decoder" if t == LIT else "muted"
        predicted = card.token(x, 178, PREDICTED[t], role)
        look = {"colour": role, "width": 2.4 if t == LIT else 1.2}
        card.arrow((x, block.y + block.h / 2), predicted, **look)
    middle = (xs[LIT] + xs[LIT + 1]) / 2
    card.arrow((middle, 8), (middle, 84), colour="muted", dash=DASH, head=False)
    return finish(
        card,
        f"""A row of tokens that the decoder reads, {" ".join(READ)}, and below
        each the token that it predicts there, {" ".join(PREDICTED)}. Lit is
        position {LIT}: it reads {" ".join(READ[: LIT + 1])} and predicts
        {PREDICTED[LIT]}; a dashed line hides what stands to the right.""",
        """The decoder reads the target shifted by one: at each position the
        answer is the next token. The mask (dashed) hides later ones.""",
    )
