"""The drawing of weight tying: one table at the input and at the output."""

from collections.abc import Sequence

import torch

from attncourse.chapter6.drawings.clocks import written
from attncourse.drawing.canvas import Canvas
from attncourse.drawing.drawing import Drawing, finish

ROWS = {"we": (1, 0, 1, -1), "like": (0, 1, 0, 1), "tea": (1, 1, 0, 1)}
TOP = (2, 1, 0, 1)
"""The embeddings, and the top of the stream at one position; made up."""
READ = "like"
CELL = (30, 26)


def numbers() -> tuple[list[float], list[float], list[float]]:
    """What goes into the stream; the scores at its top; their softmax."""
    table = torch.tensor(list(ROWS.values()), dtype=torch.float64)
    into = len(TOP) ** 0.5 * table[list(ROWS).index(READ)]
    scores = table @ torch.tensor(TOP, dtype=torch.float64)
    return into.tolist(), scores.tolist(), scores.softmax(0).tolist()


def tied() -> Drawing:
    """A row is looked up below, all rows are compared above."""
    into, scores, shares = numbers()
    likely = ", ".join(f"{p:.2f}" for p in shares)
    dotted = ", ".join(f"{e:g}" for e in scores)
    card = Canvas(440, 274)
    table = card.matrix(196, 130, whole(*ROWS.values()), "encoder", cell=CELL)
    ys = [table.y + CELL[1] * (k - 1) for k in range(len(ROWS))]
    for y, word in zip(ys, ROWS, strict=True):
        card.text(table.left[0] - 8, y, word, anchor="end")
    top = card.matrix(196, 36, whole(TOP), "decoder", cell=CELL)
    card.text(top.left[0] - 8, 36, "top of the stream", anchor="end")
    dots = card.matrix(
        312, 130, [[f"{e:g}"] for e in scores], "muted", cell=CELL
    )
    card.text(312, 200, "dot\nproducts", bold=True)
    card.arrow(top, dots, via=[(dots.x, top.y)])
    card.arrow(table, dots)
    chances = [[f"{p:.2f}"] for p in shares]
    found = card.matrix(400, 130, chances, "decoder", cell=(44, 26))
    card.arrow(dots, found)
    card.text(400, 192, "softmax", bold=True)
    row = card.matrix(196, 240, whole(into), "encoder", cell=CELL)
    card.text(row.right[0] + 8, 240, "into the stream", anchor="start")
    token = card.token(60, 240, READ)
    card.arrow(token, (60, ys[1]), head=False)
    card.arrow((60, ys[1]), (96, ys[1]))
    card.arrow(table, row, "\u00d7 \u221a/D/")
    return finish(
        card,
        f"""A table of embeddings with the rows of {", ".join(ROWS)}. Below, the
        row of the word {READ} is multiplied by the root of D, which is
        {len(TOP) ** 0.5:g}, and goes into the stream. Above, the top of the
        stream has a dot product with each row: {dotted}. Their
        softmax gives {likely}.""",
        f"""One table serves both ends. At the input the word's row is looked
        up; at the output every row is compared with the top of the stream, so
        *{max(zip(shares, ROWS, strict=True))[1]}* comes next. (Numbers made up,
        $D = {len(TOP)}$, biases and norms left out.)""",
    )


def whole(*rows: Sequence[float]) -> list[list[str]]:
    """Rows of whole numbers, as they are written."""
    return [written(row, 0) for row in rows]
