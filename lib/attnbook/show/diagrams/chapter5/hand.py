"""The drawing of self-attention by hand: three words, no matrix."""

import torch
from torch import Tensor

from attnbook import spec
from attnbook.show.diagrams.canvas import Box, Canvas, Look
from attnbook.show.diagrams.drawing import Drawing, finish
from attnbook.show.diagrams.letters import Number

WORDS = ((1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
"""X: three words of two numbers."""
LIT = 0
"""The row that is followed through all steps."""


def numbers() -> dict[str, Tensor]:
    """Every step from WORDS to the output, without matrix and root."""
    x = torch.tensor(WORDS, dtype=torch.float64)
    scores = torch.stack([torch.stack([spec.dot(q, k) for k in x]) for q in x])
    weights = spec.weights(x, x, score=spec.dot)
    output = spec.attend(x, x, x, score=spec.dot)
    return {"X": x, "scores": scores, "weights": weights, "output": output}


def written(rows: Tensor) -> list[list[str]]:
    """Whole numbers as they are, others with two decimals."""
    whole = bool((rows == rows.round()).all())
    form = "{:g}" if whole else "{:.2f}"
    return [[form.format(number) for number in row] for row in rows.tolist()]


def table(
    card: Canvas,
    x: Number,
    y: Number,
    rows: list[list[str]],
    colour: str,
    cell: tuple[Number, Number],
    tints: list[Number],
) -> Box:
    """Numbers in cells, each row as dark as its tint."""
    w, h = cell
    box = Box(x, y, w * len(rows[0]), h * len(rows))
    left, top = box.at(-1, -1)
    for i, row in enumerate(rows):
        look: Look = {"tint": tints[i], "corner": 3}
        for j, number in enumerate(row):
            at = left + (j + 0.5) * w, top + (i + 0.5) * h
            card.box(*at, w, h, number, colour, **look)
    return box


def by_hand() -> Drawing:
    """Three words that read each other, with the numbers worked out."""
    card = Canvas(440, 362)
    shown = {name: written(rows) for name, rows in numbers().items()}
    x = shown["X"]
    matrices(card, shown)
    sums = [f"{a} ({', '.join(r)})" for a, r in lit(shown)]
    found = ", ".join(shown["output"][LIT])
    card.text(8, 318, f"*o*_{LIT + 1} = {' + '.join(sums)}", anchor="start")
    card.text(32, 342, f"= ({found})", anchor="start", bold=True)
    said = {
        name: ", ".join(f"({', '.join(row)})" for row in rows)
        for name, rows in shown.items()
    }
    return finish(
        card,
        f"""Three words as the rows of X: {said["X"]}. X times X transposed
        makes the scores {said["scores"]}; the softmax of each row makes the
        weights {said["weights"]}; the weights times X are the output
        {said["output"]}. The row of word {LIT + 1} is lit.""",
        f"""Three words read each other, and X is all that there is: its rows
        ask, answer and are read. Word {LIT + 1}, ({", ".join(x[LIT])}), becomes
        ({found}), a mean of all three words. (No matrices, no root.)""",
    )


def matrices(card: Canvas, shown: dict[str, list[list[str]]]) -> None:
    """From X to the scores, and from the weights to the output."""
    one = [0.4 if t == LIT else 0.06 for t in range(len(WORDS))]
    every, pair = [0.2] * len(WORDS), (28, 30)
    x = shown["X"]
    for t in range(len(WORDS)):
        for y in (76, 228):
            at = y + 30 * (t - 1)
            card.text(8, at, f"word {t + 1}", anchor="start")
    table(card, 94, 76, x, "query", pair, one)
    turned = [list(column) for column in zip(*x, strict=True)]
    table(card, 200, 76, turned, "key", pair, every)
    scores = table(card, 318, 76, shown["scores"], "muted", pair, one)
    weights = table(card, 138, 228, shown["weights"], "value", (46, 30), one)
    table(card, 266, 228, x, "value", pair, every)
    table(card, 378, 228, shown["output"], "value", (52, 30), one)
    for at, y, sign in (
        (140, 76, "\u00d7"),
        (259, 76, "="),
        (224, 228, "\u00d7"),
        (309, 228, "="),
    ):
        card.text(at, y, sign, size=18)
    for at, y, name in (
        (94, 18, "*X*"),
        (200, 33, "*X*^{\u22a4}"),
        (318, 18, "scores"),
        (138, 288, "weights"),
        (266, 288, "*X*"),
        (378, 288, "output"),
    ):
        card.text(at, y, name, colour="muted")
    turns = [(scores.x, 150), (weights.x, 150)]
    card.arrow(scores.bottom, weights.top, via=turns)
    card.note((scores.x + weights.x) / 2, 150, "softmax of each row")


def lit(shown: dict[str, list[list[str]]]) -> list[tuple[str, list[str]]]:
    """The weights of the lit row, each with the word that it reads."""
    return list(zip(shown["weights"][LIT], shown["X"], strict=True))
