"""The drawing of the loss of hidden words by hand: five tokens, two hidden."""

import math

from attncourse.drawing import layout
from attncourse.drawing.canvas import DASH, Box, Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.layout import Thing
from attncourse.drawing.letters import Number

WORDS = ("a", "dog", "runs", "on", "grass")
GIVEN = (0.99, 0.5, 0.97, 0.98, 0.25)
"""What the model gives the true token at each place, made up."""
ASKED = (1, 4)
"""The places that are hidden."""
HIDDEN, ASKS = "[hidden]", "series3"
"""What stands for a hidden token, and the colour of what is asked.
"""


def read() -> list[str]:
    """What the model reads."""
    return [HIDDEN if t in ASKED else word for t, word in enumerate(WORDS)]


def terms() -> list[float]:
    """What each hidden token costs, in bits."""
    return [-math.log2(GIVEN[t]) for t in ASKED]


def hidden_loss() -> Drawing:
    """From the caption to the mean over its hidden tokens."""
    bits = [f"{term:g}" for term in terms()]
    mean = f"{sum(terms()) / len(terms()):g}"
    card, at = layout.lay(places())
    model = wide(card, at, "model", "sees both sides", "encoder")
    loss = f"({' + '.join(bits)}) / {len(bits)} = *{mean} bits*"
    mean_box = wide(card, at, "loss", loss, ASKS)
    for t in range(len(WORDS)):
        one, other = at[f"read {t}"], at[f"given {t}"]
        tone = "ink" if t in ASKED else "muted"
        card.arrow(one, (one.x, model.top[1]), colour=tone)
        card.arrow((other.x, model.bottom[1]), other, colour=tone)
    for t in ASKED:
        term = at[f"term {t}"]
        layout.arrows(card, at, (f"given {t}", f"term {t}"))
        card.arrow(term, (term.x, mean_box.top[1]))
    known = ", ".join(
        f"{word} {p}" for word, p in zip(WORDS, GIVEN, strict=True)
    )
    asked = " and ".join(WORDS[t] for t in ASKED)
    return finish(
        card,
        f"""The caption {" ".join(WORDS)}. A model that sees both sides reads
        {" ".join(read())}. It gives the true token at each place the
        probability: {known}. Only the hidden tokens, {asked}, enter the loss,
        with {" and ".join(bits)} bits; their mean is {mean} bits.""",
        f"""Only the {len(ASKED)} hidden words count: the loss is the mean of
        $-\\log_2 p$ over them. What the model predicts elsewhere is not
        scored. (Probabilities made up.)""",
    )


def places() -> Thing:
    """A column for each token: the truth, what is read, what is given, what
    enters the loss.
    """
    costs = dict(zip(ASKED, terms(), strict=True))
    columns = []
    for t, word in enumerate(WORDS):
        asked = t in ASKED
        tone = "ink" if asked else "muted"
        given = layout.text(f"{GIVEN[t]:g}", bold=asked, colour=tone)
        term = layout.text("\u2013", colour="muted")
        if asked:
            term = layout.box(f"{costs[t]:g}", ASKS, 38).named(f"term {t}")
        columns.append(
            [
                layout.text(word, bold=asked),
                token(read()[t], asked).named(f"read {t}"),
                layout.space(),
                given.named(f"given {t}"),
                term,
                layout.space(),
            ]
        )
    room = Thing(0, 15, 15, lambda *_: None)
    labels = [
        layout.text("truth", colour="muted"),
        layout.text("it reads", colour="muted"),
        room.named("model"),
        layout.text("/p/ of the\ntrue token", colour="muted"),
        layout.text("\u2212log_2 /p/,\nin bits", colour="muted"),
        layout.text("the loss", colour="muted").named("loss"),
    ]
    lines = list(zip(labels, *columns, strict=True))
    return layout.table(lines, across=8, down=22)


def wide(
    card: Canvas, at: layout.Places, line: str, label: str, colour: str
) -> Box:
    """A box below all tokens, on the height of a line."""
    first, last = at["read 0"].left[0], at[f"read {len(WORDS) - 1}"].right[0]
    middle, w = (first + last) / 2, last - first
    return card.box(middle, at[line].y, w, 30, label, colour)


def token(word: str, hidden: bool) -> Thing:
    """A word as it is read; what is hidden has a dashed edge."""
    w = layout.text(word).w + 14

    def draw(card: Canvas, x: Number, y: Number, at: layout.Places) -> None:
        look = {"dash": DASH, "tint": 0.14} if hidden else {}
        card.token(x, y, word, ASKS if hidden else "muted", w=w, **look)

    return Thing(w, 13, 13, draw)
