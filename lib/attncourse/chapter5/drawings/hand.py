"""The drawing of self-attention by hand: three words, no matrix."""

import torch
from torch import Tensor

from attncourse import spec
from attncourse.drawing import layout
from attncourse.drawing.drawing import Drawing, finish

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


def by_hand() -> Drawing:
    """Three words that read each other, with the numbers worked out."""
    shown = {name: written(rows) for name, rows in numbers().items()}
    x, found = shown["X"], ", ".join(shown["output"][LIT])
    card, at = layout.lay(matrices(shown))
    layout.arrows(card, at, ("scores", "weights", "softmax of each row"))
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
        f"""Word {LIT + 1}, ({", ".join(x[LIT])}), becomes ({found}), a weighted
        mean of all three words. Nothing is learned.""",
    )


def matrices(shown: dict[str, list[list[str]]]) -> layout.Thing:
    """From X to the scores, from the weights to the output, one row of it."""
    one = [0.4 if t == LIT else 0.06 for t in range(len(WORDS))]
    turned = [list(entry) for entry in zip(*shown["X"], strict=True)]
    labels = [layout.text(f"word {t + 1}") for t in range(len(WORDS))]
    words = layout.column(*labels, gap=layout.CELL - layout.LINE)
    scores = [
        words,
        layout.cells(shown["X"], "query", one).over("*X*"),
        layout.sign("\u00d7"),
        layout.cells(turned, "key").over("*X*^{\u22a4}"),
        layout.sign("="),
        layout.cells(shown["scores"], "muted", one)
        .named("scores")
        .over("scores"),
    ]
    output = [
        words,
        layout.cells(shown["weights"], "weight", one)
        .named("weights")
        .under("weights"),
        layout.sign("\u00d7"),
        layout.cells(shown["X"], "value").under("*X*"),
        layout.sign("="),
        layout.cells(shown["output"], "value", one).under("output"),
    ]
    reads = zip(shown["weights"][LIT], shown["X"], strict=True)
    sums = " + ".join(f"{a} ({', '.join(r)})" for a, r in reads)
    mean = layout.column(
        layout.text(f"*o*_{LIT + 1} = {sums}"),
        layout.text(f"= ({', '.join(shown['output'][LIT])})", bold=True),
    )
    steps = layout.table([scores, output])
    return layout.column(steps, mean, gap=2 * layout.NEAR)
