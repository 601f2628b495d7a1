"""The drawing of shuffled words: what moves with them, and what stays."""

import torch
from torch import Tensor

from attncourse import spec
from attncourse.chapter5.drawings.hand import WORDS, written
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

ORDER = (2, 0, 1)
"""Where each row of the shuffled words comes from: the permutation P."""
QUERY = (1.0, 0.5)
"""A learned query, made up."""
TINTS = (0.06, 0.2, 0.4)
"""How dark the row of each word is, wherever it stands."""
LEFT, RIGHT = 96, 344


def numbers(order: tuple[int, ...]) -> tuple[Tensor, Tensor, Tensor]:
    """The words in an order, what they read of each other, and what the query
    reads of that.
    """
    x = torch.tensor(WORDS, dtype=torch.float64)[list(order)]
    query = torch.tensor([QUERY], dtype=torch.float64)
    output = spec.attend(x, x, x, score=spec.dot)
    read = spec.attend(query, output, output, score=spec.dot)
    return x, output, read


def permute() -> Drawing:
    """Words in two orders, through self-attention and through a query."""
    card = Canvas(440, 426)
    first = tuple(range(len(WORDS)))
    side(card, LEFT, first, ("*X*", "*O*"))
    side(card, RIGHT, ORDER, ("*P**X*", "*P**O*"))
    for y, reach in ((80, 42), (246, 64)):
        crossing(card, y, reach)
    card.text(220, 398, "=", size=22)
    x, output, read = (written(rows) for rows in numbers(ORDER))
    said = [
        ", ".join(f"({', '.join(row)})" for row in rows)
        for rows in (x, output, read)
    ]
    order = ", ".join(str(row + 1) for row in ORDER)
    return finish(
        card,
        f"""On the left three words X become the output O by self-attention. On
        the right the same words in the order {order}, PX: {said[0]}; their
        output is {said[1]}, the rows of O in the same order, PO. Below, one
        learned query reads {said[2]} from both outputs.""",
        """Shuffle the words, and the rows of the output are shuffled in the
        same way. The output of one learned query stays the same.""",
    )


def side(
    card: Canvas, x: Number, order: tuple[int, ...], names: tuple[str, str]
) -> None:
    """One order of the words, from top to bottom."""
    words, output, read = (written(rows) for rows in numbers(order))
    tints: list[Number] = [TINTS[row] for row in order]
    shuffled = order != tuple(range(len(order)))
    card.text(x, 20, names[0])
    into = card.matrix(x, 80, words, "encoder", cell=(34, 30), tints=tints)
    layer = card.box(x, 164, 132, 32, "self-attention", "ink", tint=0.06)
    out = card.matrix(x, 246, output, "value", cell=(52, 30), tints=tints)
    end = x + 70 if shuffled else x - 70
    anchor = "start" if shuffled else "end"
    card.text(end, 246, names[1], anchor=anchor)
    card.chain([into, layer, out])
    asks = card.box(x, 336, 132, 32, "a learned query", "query")
    found = card.matrix(x, 398, read, "value", cell=(52, 32), tints=[0.2])
    card.chain([out, asks, found])


def crossing(card: Canvas, y: Number, reach: Number) -> None:
    """A line from each row on the left to its place on the right."""
    for new, old in enumerate(ORDER):
        start = LEFT + reach, y + 30 * (old - 1)
        end = RIGHT - reach, y + 30 * (new - 1)
        look: Look = {"colour": "muted", "width": 1.6}
        card.arrow(start, end, **look)
    card.text((LEFT + RIGHT) / 2, y - 46, "*P*")
