"""The drawing of denoising, and of fine-tuning with the same weights."""

from attncourse.chapter8.drawings.hidden_loss import HIDDEN
from attncourse.drawing import layout
from attncourse.drawing.canvas import DASH, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing
from attncourse.drawing.letters import Number

TEXT = "two brown dogs run on the wet grass"
NOISY = f"two {HIDDEN} run on {HIDDEN} grass"
PAIR = "a man is cooking", "un homme cuisine"
"""A text, the same with spans replaced, a sentence and its translation."""
NOTHING = [layout.space()] * 3
WIDE, GAP = 106, 18
"""The width of a text, the length of an arrow."""


def denoising() -> Drawing:
    """Above, a text from its noisy version; below, French from English."""
    english, french = PAIR
    lines = [
        [titled("pretraining", passage(TEXT).named("text")), *NOTHING],
        network("1", passage(NOISY), passage(TEXT, "decoder")),
        network(
            "2",
            titled("fine-tuning", passage(english)),
            passage(french, "decoder"),
        ),
    ]
    card, at = layout.lay(layout.table(lines, across=GAP))
    layout.arrows(card, at, ("text", "in 1", "hide spans"))
    for k in "12":
        names = [f"{part} {k}" for part in ("in", "encoder", "decoder", "out")]
        card.chain([at[name] for name in names])
    look: Look = {"width": 3.0}
    for part in ("encoder", "decoder"):
        pair = f"{part} 1", f"{part} 2"
        layout.arrows(card, at, pair, colour=part, **look)
    x = (at["encoder 1"].x + at["decoder 1"].x) / 2
    y = (at["encoder 1"].y + at["encoder 2"].y) / 2
    card.text(x, y, "the same\nweights", bold=True)
    return finish(
        card,
        f"""Above, pretraining: in the text "{TEXT}" spans of words are each
        replaced by one hidden token; the encoder reads "{NOISY}", and the
        decoder writes the whole text. Below, fine-tuning: the encoder reads
        "{english}", the decoder writes "{french}". Arrows lead from the
        encoder above to the encoder below, and from decoder to decoder: they
        begin with the same weights.""",
        """In denoising each text is its own target, so no translations are
        needed. Then the same network learns from pairs, starting with the
        weights that it has.""",
    )


def network(number: str, given: Thing, wanted: Thing) -> list[Thing]:
    """A line: a text, the encoder, the decoder, a text."""
    parts = [layout.box(part, part, 76) for part in ("encoder", "decoder")]
    things = [given, *parts, wanted]
    names = ("in", "encoder", "decoder", "out")
    return [
        thing.named(f"{name} {number}")
        for name, thing in zip(names, things, strict=True)
    ]


def titled(label: str, thing: Thing) -> Thing:
    """The same under the name of its half of the drawing."""
    return thing.over(label, colour="ink", bold=True)


def passage(text: str, colour: str = "muted") -> Thing:
    """A text in a box of its own, a few words on a line; hidden ones stand in
    a dashed frame.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        fits = layout.text(longer).w <= WIDE - 12
        lines = [*lines[:-1], longer] if fits else [*lines, word]
    half = (len(lines) * layout.LINE + 2 * layout.PAD) / 2

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        dash: Look = {"dash": DASH} if HIDDEN in text else {}
        card.box(x, y, WIDE, 2 * half, "", colour, tint=0.06, **dash)
        card.text(x, y, "\n".join(lines))

    return Thing(WIDE, half, half, draw)
