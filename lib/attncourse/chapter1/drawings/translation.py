"""Drawings of translation: two networks, one vector between them."""

from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish


def encoder_decoder() -> Drawing:
    """Both networks, unrolled; what is written is read next."""
    card = Canvas(440, 400)
    steps = []
    for i, word in enumerate(("a", "man", "sleeps", "[stop]"), 1):
        x = 84 * i - 34
        steps.append(card.box(x, 82, 52, 36, f"*h*_{i}", "encoder"))
        card.arrow(card.token(x, 24, word, w=64), steps[-1])
    card.chain(steps)
    c = card.box(251, 152, 52, 34, "*c*", "value")
    card.arrow(steps[-1], c)
    steps = [card.box(28, 248, 44, 36, "*s*_0", "decoder", dash=DASH)]
    card.arrow(c, steps[0], via=[(28, 152)])
    fed, out = "[start]", None
    for t, word in enumerate(("un", "homme", "dort", "[stop]"), 1):
        x = 26 + 90 * t
        steps.append(card.box(x, 248, 52, 36, f"*s*_{t}", "decoder"))
        card.arrow(c, steps[-1], via=[(251, 194), (x, 194)])
        token = card.token(x - 16, 314, fed, w=60)
        card.arrow((x - 12, 301), (x - 12, 266))
        if out:
            turn = (x - 30, 376)
            card.arrow(out, token.at(-14 / 30, 1), via=[turn], dash=DASH)
        out = card.token(x + 18, 376, word, "decoder", w=60)
        card.arrow((x + 19, 266), (x + 19, 363))
        fed = word
    card.chain(steps)
    card.text(382, 82, "encoder", colour="muted")
    card.text(338, 152, "one context", colour="muted")
    card.text(32, 290, "decoder", colour="muted")
    return finish(
        card,
        """The encoder reads a, man, sleeps and the stop token, and computes
        the states h1 to h4. The last state becomes the context c. From c come
        the decoder's first state s0 and an input of each of its steps s1 to
        s4. They write un, homme, dort and the stop token; the first input is
        the start token, and each written word is the next step's input.""",
        """The encoder-decoder, unrolled. All that the decoder knows of the
        source is **c**; each word that it writes is its next input (dashed),
        until it writes `[stop]`.""",
    )


def forcing() -> Drawing:
    """Teacher forcing and running free differ in one arrow."""
    card = Canvas(440, 464)
    truth = ("un", "homme", "dort")
    panels = (
        (8, "training: the true word goes in", truth, ("un", "chien", "dort")),
        (266, "use: its own word goes in", None, ("un", "chien", "court")),
    )
    for y, heading, true, said in panels:
        card.text(12, y + 10, heading, anchor="start", bold=True)
        fed = ("[start]", *(true or said))
        steps = []
        for t, word in enumerate(said):
            x = 62 + 134 * t
            steps.append(
                card.box(x, y + 112, 52, 36, f"*s*_{t + 1}", "decoder")
            )
            entry = card.token(x, y + 172, fed[t], w=64)
            card.arrow(entry, steps[-1])
            out = card.token(x, y + 52, word, "decoder", w=64)
            card.arrow(steps[-1], out)
            look: Look = {"colour": "decoder", "width": 2.4} if t == 1 else {}
            goal = x + 134
            if true:
                below = card.token(x + 60, y + 218, true[t], w=64)
                turns, end = [(goal, y + 218)], (goal, y + 185)
            else:
                below = out
                turns = [(x + 62, y + 52), (x + 62, y + 172)]
                end = (goal - 32, y + 172)
            if t < 2:
                card.arrow(below, end, via=turns, **look)
        card.chain(steps)
    card.text(48, 226, "true\nwords")
    return finish(
        card,
        """Three decoder steps, twice. The second step predicts chien where the
        true word is homme. In training the third step reads the true word
        homme; in use it reads its own word chien and goes on from there.""",
        """Follow the orange arrow: in training the next input is the true word,
        whatever was predicted; in use it is the model's own word.""",
    )
