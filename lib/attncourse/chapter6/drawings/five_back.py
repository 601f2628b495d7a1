"""The drawing of the first question: which symbol stood five positions back?"""

import torch

from attncourse.chapter6 import order
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish

LETTERS = "ABCDEFGHIJKLMNOP"
LENGTH, SHOWN = 11, 9
"""Symbols of the sequence, and the position whose answer is pointed out."""
PITCH, LEFT = 33, 92


def letters() -> tuple[list[str], list[str]]:
    """A sequence, and the answer at each position; a dash where none is."""
    drawn = order.back(1, LENGTH, torch.Generator().manual_seed(2))
    tokens, answers = (row[0].tolist() for row in drawn)
    told = [LETTERS[n] if n >= 0 else "\u2013" for n in answers]
    return [LETTERS[n] for n in tokens], told


def five_back() -> Drawing:
    """Symbols above, answers below, and the way from one to the other."""
    symbols, answers = letters()
    card = Canvas(440, 158)
    for y, name in ((18, "position"), (48, "symbol"), (138, "answer")):
        card.text(LEFT - 26, y, name, anchor="end", colour="muted")
    source = SHOWN - order.BACK
    for t, (symbol, answer) in enumerate(zip(symbols, answers, strict=True)):
        x, asked = LEFT + PITCH * t, answer in LETTERS
        lit = t in (source, SHOWN)
        card.text(x, 18, str(t), colour="ink" if lit else "muted", bold=lit)
        one, other = (
            {"tint": 0.5 if t == k else 0.06, "w": 26} for k in (source, SHOWN)
        )
        card.token(x, 48, symbol, "encoder", **one)
        card.token(x, 138, answer, "decoder" if asked else "muted", **other)
        if asked:
            tone, wide = ("ink", 2.4) if t == SHOWN else ("muted", 1)
            start = (x - PITCH * order.BACK, 61)
            card.arrow(start, (x, 125), colour=tone, width=wide)
    return finish(
        card,
        f"""A sequence of {LENGTH} symbols, {" ".join(symbols)}, and below it
        the answers, {" ".join(answers)}. An arrow leads from each symbol to the
        answer {order.BACK} positions further on; the one to position {SHOWN} is
        thick.""",
        f"""The answer at position {SHOWN} is the symbol at position
        {source}, *{symbols[source]}*. The first {order.BACK} positions have no
        answer.""",
    )
