"""The drawing of causal self-attention: at once, and word by word."""

import torch
from torch import Tensor

from attncourse import spec
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

WORDS = ("we", "like", "red", "tea")
SCORES = (
    (1.0, 0.0, 0.0, 0.0),
    (1.0, 0.5, 2.0, 1.5),
    (0.0, 1.0, 1.0, 2.0),
    (0.0, 1.0, 2.0, 1.0),
)
"""How well each word answers each, made up."""
CELL, SMALL = (46, 32), 22
"""A cell of the square, and of one step, in pixels."""


def weights(T: int = len(WORDS)) -> Tensor:
    """The weights of the first T words; none sees what comes after it."""
    scores = torch.tensor(SCORES, dtype=torch.float64)[:T, :T]
    seen = spec.causal(T, T)
    pairs = zip(scores, seen, strict=True)
    return torch.stack([spec.softmax(row, mask) for row, mask in pairs])


def causal() -> Drawing:
    """The square of weights with its hidden corner, and its four steps."""
    card = Canvas(440, 368)
    square(card, 152, 114)
    steps(card, 332)
    shown = "; ".join(
        ", ".join(f"{share:.2f}" for share in row[: t + 1])
        for t, row in enumerate(weights().tolist())
    )
    return finish(
        card,
        f"""The weights of the words {", ".join(WORDS)}, a square of T rows and
        T columns. Row t has weights for the words 1 to t only: {shown}. The
        corner above the diagonal is hidden, its weights are 0. Below, the same
        word by word: after 1, 2, 3 and 4 words, each new word adds one row and
        leaves the rows before it as they were.""",
        """Row t has weights only for s \u2264 t, so all rows at once give the
        same numbers as one row after the other.""",
    )


def square(card: Canvas, x: Number, y: Number) -> None:
    """All rows at once, around its middle."""
    (w, h), T = CELL, len(WORDS)
    card.text(10, 18, "all rows at once", anchor="start", bold=True)
    for t, row in enumerate(weights().tolist()):
        at = y + h * (t - (T - 1) / 2)
        left = x - w * (T - 1) / 2
        card.text(left - w / 2 - 8, at, WORDS[t], anchor="end")
        card.text(left + w * t, y - h * T / 2 - 12, WORDS[t])
        for s, share in enumerate(row):
            look: Look = {"corner": 3, "tint": 0.06 + 0.34 * share}
            colour = "weight" if s <= t else "rule"
            card.box(left + w * s, at, w, h, "", colour, **look)
            said = f"{share:.2f}" if s <= t else "0"
            tone = "ink" if s <= t else "muted"
            card.text(left + w * s, at, said, colour=tone)
        out = card.box(310, at, 40, 26, f"*o*_{t + 1}", "value", corner=4)
        card.arrow((x + w * T / 2, at), out, colour="value", width=2.4)
    card.text(386, y, "row /t/ reads\nwords 1 to /t/")


def steps(card: Canvas, bottom: Number) -> None:
    """One row more with each word; `bottom` is that of the squares."""
    title = "one word after the other"
    card.text(10, 216, title, anchor="start", bold=True)
    left: Number = 14
    for T in range(1, len(WORDS) + 1):
        for t, row in enumerate(weights(T).tolist()):
            at = bottom - SMALL * (T - t - 0.5)
            for s, share in enumerate(row[: t + 1]):
                look: Look = {"corner": 2, "tint": 0.06 + 0.34 * share}
                across = left + SMALL * (s + 0.5)
                card.box(across, at, SMALL, SMALL, "", "weight", **look)
        wide = SMALL * T
        middle, low = left + wide / 2, bottom - SMALL / 2
        card.box(middle, low, wide + 4, SMALL + 4, "", tint=0, corner=4)
        card.text(middle, bottom + 18, WORDS[T - 1])
        left += wide + 56
        if len(WORDS) > T:
            card.arrow((left - 48, low), (left - 8, low))
