"""The drawing of the feed-forward layer, and of the convolution that it is."""

import torch

from attncourse.chapter6.drawings.clocks import written
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

WORDS, LIT = ("we", "like", "tea"), 1
X = [[1, 2], [3, 1], [0, 2]]
W_1, W_2 = [[1, 0, -1], [1, 2, 1]], [[1, 0], [1, 1], [0, 2]]
"""Three words of two features, and matrices of whole numbers, made up."""
MATRICES = ((W_1, 148, 82), (W_2, 324, 60))
"""Numbers, middle and width of each matrix."""
MIDDLES, COLOURS = (66, 236, 404), ("encoder", "series4", "encoder")
CELL, SAME = (22, 26), "the same as a 1 \u00d7 1 convolution"


def numbers() -> list[list[list[int]]]:
    """The words, their hidden layers and their outputs, one row each."""
    x, first, second = map(torch.tensor, (X, W_1, W_2))
    hidden = (x @ first).relu()
    return [rows.tolist() for rows in (x, hidden, hidden @ second)]


def feed_forward() -> Drawing:
    """Above, each word by itself; below, a window that slides."""
    card = Canvas(440, 364)
    for y, title in ((18, "at each word, the same matrices"), (210, SAME)):
        card.text(8, y, title, anchor="start", bold=True)
    for k, (rows, x, w) in enumerate(MATRICES):
        card.box(x, 106, w, 130, tint=0.04)
        card.text(x, 56, f"*W*_{k + 1}")
        cells = [written(row, 0) for row in rows]
        card.matrix(x, 112, cells, "muted", cell=CELL)
    card.text(MATRICES[0][1], 158, "max(0, \u00b7)")
    for t, word in enumerate(WORDS):
        alone(card, t, word, 106 + 44 * (t - 1))
    slid(card, 286)
    said = ["; ".join(", ".join(map(str, r)) for r in n) for n in numbers()]
    first, second = len(W_1[0]), len(W_2[0])
    return finish(
        card,
        f"""Above, three words of two features, {said[0]}. Each goes alone
        through the same matrix W_1 and a maximum with 0, which gives {said[1]},
        then through the same matrix W_2, which gives {said[2]}. Below, the same
        numbers lie together as strips. A window as high as one word, lit at
        {WORDS[LIT]}, slides down: {first} filters make the hidden strip,
        {second} the output.""",
        """Each word goes alone through the same two matrices. A convolution
        with a window one word high does just that.""",
    )


def alone(card: Canvas, t: int, word: str, y: Number) -> None:
    """One word by itself, with an arrow into each matrix and out of it."""
    card.text(38, y, word, anchor="end")
    stops = [
        card.state(x, y, written(rows[t], 0), colour, across=True, cell=CELL)
        for x, rows, colour in zip(MIDDLES, numbers(), COLOURS, strict=True)
    ]
    for k, (_, x, w) in enumerate(MATRICES):
        card.arrow(stops[k], (x - w / 2, y))
        card.arrow((x + w / 2, y), stops[k + 1])


def slid(card: Canvas, y: Number) -> None:
    """The words as strips, a window around one of them."""
    windows = []
    tints = [0.4 if t == LIT else 0.06 for t in range(len(WORDS))]
    for x, rows, colour in zip(MIDDLES, numbers(), COLOURS, strict=True):
        cells = [written(row, 0) for row in rows]
        strip = card.matrix(x, y, cells, colour, cell=CELL, tints=tints)
        windows.append(card.box(x, y, strip.w + 6, 30, tint=0, corner=4))
    card.chain(windows, width=2.4)
    for rows, x, _ in MATRICES:
        card.text(x, y - 18, f"{len(rows[0])} filters")
    card.arrow((30, y - 36), (30, y + 40), colour="muted")
    card.text(220, y + 60, "the window slides along the words", colour="muted")
