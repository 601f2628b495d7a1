"""Drawings of translation: two networks, one vector between them."""

import re

from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number
from attncourse.experiments import results

COLUMNS = ((69, 114), (195, 114), (346, 164))
"""Middle and width of each garment."""
Colours = tuple[tuple[str, str, str], ...]
SENTENCE = 873
SOURCE: Colours = (
    ("gray\nshirt", "gris", "#8a8a8a"),
    ("blue\njeans", "jean", "#2b62c4"),
    ("neon green\nsafety vest", "vert fluo", "#52e01f"),
)
"""What the source names, the word that translates its colour, the colour."""
OTHER = {"marron": "#7b4a24", "kaki": "#b9a67c"}
"""Colours that only a translation names."""


def clothes(model: str) -> list[str]:
    """What the man of the sentence wears, as a model translates it."""
    text = results.load(model).samples["hypotheses"][SENTENCE]
    worn = text.split(" vêtu d'un ")[1].split(" est ")[0]
    return re.split(r"(?:,| et) d'une? ", worn)


def bottleneck(source: Colours = SOURCE) -> Drawing:
    """A real sentence goes through one vector and loses its colours."""
    card = Canvas(440, 492)
    shades = OTHER | {word: shade for _, word, shade in source}
    card.text(220, 18, "a man wearing a ...", colour="muted")
    for column, (name, _, shade) in zip(COLUMNS, source, strict=True):
        garment(card, column, 58, name, shade)
    card.funnel(220, 124, (412, 92), 48, "encoder", "encoder")
    card.arrow((220, 148), (220, 166))
    card.state(220, 177, [0.5, 0.2, 0.8, 0.1, 0.6], "value", across=True)
    card.text(272, 177, "one vector *c*", anchor="start")
    card.arrow((220, 187), (220, 206))
    card.funnel(220, 230, (92, 412), 48, "decoder", "decoder")
    rows = (
        (316, "translate-en-fr-seq2seq", "un homme vêtu d'un ..."),
        (440, "translate-en-fr-bahdanau", "with attention (chapter 2):"),
    )
    found = []
    for y, model, heading in rows:
        card.text(220, y - 36, heading, colour="muted")
        worn = clothes(model)
        for at, text, (_, word, _) in zip(COLUMNS, worn, source, strict=True):
            named = [shades[name] for name in shades if name in text]
            garment(card, at, y, two_lines(text), (*named, "rule")[0])
            found.append(word in text)
            mark = "kept" if found[-1] else "lost"
            card.text(at[0], y + 36, mark, bold=not found[-1])
    return finish(
        card,
        f"""A sentence about a man in a gray shirt, blue jeans and a neon green
        safety vest is squeezed into one vector. From it the decoder writes:
        {", ".join(clothes(rows[0][1]))}. A model with attention writes:
        {", ".join(clothes(rows[1][1]))}.""",
        f"""Test sentence {SENTENCE}, chosen because it shows the loss clearly,
        as two trained models translate it. Through one vector
        {sum(found[:3])} of 3 garments comes back right, with attention
        {sum(found[3:])}. One vector keeps the gist, but not which colour
        belongs to what.""",
    )


def garment(
    card: Canvas,
    column: tuple[Number, Number],
    y: Number,
    name: str,
    shade: str,
) -> None:
    """A word or two, with a patch of the colour that they name."""
    (x, w), left = column, column[0] - column[1] / 2
    card.token(x, y, "", w=w, h=46)
    card.box(left + 17, y, 16, 26, "", shade, tint=1, corner=3)
    card.text(left + 31, y, name, anchor="start")


def two_lines(text: str) -> str:
    """Some words, cut at the space nearest to their middle, if any."""
    cuts = [m.start() for m in re.finditer(" ", text)]
    if not cuts:
        return text
    cut = min(cuts, key=lambda at: abs(at - len(text) / 2))
    return f"{text[:cut]}\n{text[cut + 1 :]}"


def encoder_decoder() -> Drawing:
    """Both networks, unrolled; what is written is read next."""
    card = Canvas(440, 400)
    steps = []
    for i, word in enumerate(("a", "man", "sleeps"), 1):
        x = 95 * i - 34
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
    card.text(366, 82, "encoder", colour="muted")
    card.text(338, 152, "one context", colour="muted")
    card.text(32, 290, "decoder", colour="muted")
    return finish(
        card,
        """The encoder reads a, man, sleeps and computes the states h1, h2, h3.
        The last state becomes the context c. From c come the decoder's first
        state s0 and an input of each of its steps s1 to s4. They write un,
        homme, dort and the stop token; the first input is the start token, and
        each written word is the next step's input.""",
        """The encoder-decoder, unrolled. All that the decoder knows about the
        source is **c**. Each word that it writes is fed back as its next input
        (dashed), until it writes `[stop]`.""",
    )


def padding() -> Drawing:
    """A batch of two sentences; the shorter one is filled up."""
    card = Canvas(440, 290)
    batch = ("a man sleeps on a couch", "two dogs play")
    count = len(batch[0].split())
    for y, sentence in zip((30, 176), batch, strict=True):
        words = sentence.split()
        steps = []
        for k in range(count):
            x = 47 + 69 * k
            if k < len(words):
                look: Look = {"tint": 0.5 if k == len(words) - 1 else 0.14}
                name = f"*h*_{k + 1}"
                cell = card.box(x, y + 62, 46, 36, name, "encoder", **look)
                card.arrow(card.token(x, y, words[k], w=60), cell)
                steps.append(cell)
            else:
                card.token(x, y, "[pad]", w=60, dash=DASH, tint=0)
        card.chain(steps)
        card.text(steps[-1].x, y + 94, "last state")
    card.brace(224, 422, 196, "no step, no state")
    return finish(
        card,
        """A batch of two sentences. The first has six words and six states. The
        second has three words, then three padding tokens: it has three states,
        and the last state is the third.""",
        """Padding makes all sentences equally long; packed sequences let the
        encoder skip it. The last state of the short sentence is the one after
        its own last word.""",
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
        """Follow the orange arrow. In training the next input is the true word,
        whatever was predicted; in use it is the model's own word, and all later
        steps depend on its mistake.""",
    )
