"""The drawing of two heads: each reads for itself, then they are joined."""

import torch
from torch import Tensor

from attncourse import spec
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.grid import UNIT, grid
from attncourse.drawing.letters import Number

T, D, H = 4, 6, 2
STRENGTH = 3.0
READS = ((0, 0, 1, 2), (2, 3, 3, 1))
"""Which word each word reads most, in each head; made up."""
BOTTOM = 424
"""How far down the middle of the last row of matrices stands."""


def weights(head: int) -> Tensor:
    """The weights of one head."""
    scores = STRENGTH * torch.eye(T, dtype=torch.float64)[list(READS[head])]
    return torch.stack([spec.softmax(row) for row in scores])


def heads() -> Drawing:
    """From X through two heads to the output."""
    card = Canvas(440, 512)
    x = grid(card, 220, 54, (T, D), "encoder", row=1)
    card.text(x.x, 16, "*X*, /T/ \u00d7 /D/")
    for head, middle in enumerate((109, 331)):
        one(card, head, middle)
        end = (middle, 90)
        start = x.left if middle < x.x else x.right
        card.arrow(start, end, via=[(middle, x.y)])
    joined(card)
    return finish(
        card,
        f"""X, T x D, goes into {H} heads. Each has its own matrices W_q, W_k
        and W_v, D x D/H, its own weights, T x T, and its own values, T x D/H;
        the weights of the two heads differ. What the heads read is joined to a
        matrix of T x D, and times W_o, D x D, it is the output, T x D.""",
        f"""{H} heads, each D/{H} wide, have as many parameters as one head of
        width D. Each has its own weights. Their outputs stand side by side,
        and $\\mathbf{{W}}_o$ mixes them. (Weights made up.)""",
    )


def one(card: Canvas, head: int, x: Number) -> None:
    """One head around the middle x."""
    card.box(x, 216, 210, 252, "", "muted", tint=0.07, outline=False)
    card.text(x - 96, 108, f"head {head + 1}", anchor="start", bold=True)
    tops = ("q", "query"), ("k", "key"), ("v", "value")
    narrow = D // H
    learned = []
    for k, (name, colour) in enumerate(tops):
        at = x + 66 * (k - 1)
        card.text(at, 138, f"*W*_{name}")
        learned.append(grid(card, at, 190, (D, narrow), colour))
    card.text(x + 96, 108, "/D/ \u00d7 /D///H/", anchor="end")
    shares = (weights(head) * 0.9).tolist()
    square = card.matrix(x - 33, 286, shares, "weight", cell=(15, 15))
    values = grid(card, x + 66, 286, (T, narrow), "value")
    for box, across in zip(learned[:2], (-0.5, 0.5), strict=True):
        look: Look = {"colour": ("query", "key")[across > 0], "width": 2.4}
        card.arrow(box.bottom, square.at(across, -1), **look)
    card.arrow(learned[2], values, colour="value", width=2.4)
    card.text((square.right[0] + values.left[0]) / 2, 286, "\u00d7", size=18)
    card.text(square.x, 328, "weights")
    card.text(values.x, 328, "*V*")


def joined(card: Canvas) -> None:
    """What the heads read, side by side, then W_o and the output."""
    narrow, bottom = D // H, 342
    for head, (start, x) in enumerate(((76, 76), (331, 112))):
        both = grid(card, x, BOTTOM, (T, narrow), "value", row=1)
        turns = [] if head == 0 else [(start, 370), (x, 370)]
        look: Look = {"colour": "value", "width": 2.4}
        card.arrow((start, bottom), both.top, via=turns, **look)
    side = D * UNIT
    W_o = grid(card, 230, BOTTOM, (D, D), "muted")
    output = grid(card, 364, BOTTOM, (T, D), "value", row=1)
    card.arrow((94 + side / 2, BOTTOM), W_o)
    card.arrow(W_o, output)
    for x, name, sides in (
        (94, "joined", "TD"),
        (230, "*W*_o", "DD"),
        (364, "output", "TD"),
    ):
        size = " \u00d7 ".join(f"/{letter}/" for letter in sides)
        card.text(x, 486, f"{name}\n{size}")
