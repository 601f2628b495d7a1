"""Drawings of looking: which cells of the grid a step reads."""

import torch

from attncourse import spec
from attncourse.chapter3.drawings.scene import scene
from attncourse.drawing.canvas import Box, Canvas
from attncourse.drawing.drawing import Drawing, finish

SCORES = ((2.0, 0.0), (1.0, 0.0))
FEATURES = ((1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (0.0, 0.0))
FIRST = 8
LOOKS = {
    "square": ((0, 2), 0.85),
    "above": ((1, 1), 0.16),
    "a": ((2, 1), 0.3),
    "green": ((2, 1), 0.85),
}
"""From step FIRST on, each word, the row and the column of the cell that gets
the largest weight, of 3 x 3, and how dark it is.
"""


def read() -> tuple[list[float], list[float]]:
    """The weights of SCORES, cell by cell, and the context."""
    scores = torch.tensor(SCORES, dtype=torch.float64).flatten()
    weights = spec.softmax(scores)
    values = torch.tensor(FEATURES, dtype=torch.float64)
    return weights.tolist(), spec.read(weights, values).tolist()


def by_hand() -> Drawing:
    """A grid of two by two with the numbers worked out."""
    weights, context = read()
    card = Canvas(440, 322)
    step = 58
    for x, name in ((72, "scores"), (220, "weights"), (368, "features")):
        card.text(x, 30, name, colour="muted")
    columns = (
        [[f"{e:g}" for e in row] for row in SCORES],
        [[f"{w:.3f}" for w in weights[:2]], [f"{w:.3f}" for w in weights[2:]]],
        [["1, 0", "0, 0"], ["0, 1", "0, 0"]],
    )
    looks = (("ink", 72), ("weight", 220), ("encoder", 368))
    grids = [
        card.matrix(x, 110, rows, colour, cell=(step, step))
        for rows, (colour, x) in zip(columns, looks, strict=True)
    ]
    card.arrow(grids[0], grids[1])
    card.text(14, 198, "one softmax", anchor="start", colour="muted")
    card.text(14, 220, "over all four", anchor="start", colour="muted")
    card.text(294, 110, "\u00d7", size=20)
    plus = card.circle(294, 226, 17, "+", "value", size=20)
    for grid in grids[1:]:
        card.arrow((grid.x, 168), plus, colour="value", width=2.4)
    row = [f"{value:.3f}" for value in context]
    out = card.state(294, 296, row, "value", across=True, cell=(66, 34))
    card.arrow(plus, out)
    card.text(206, 296, "context", anchor="end", colour="muted")
    shown = ", ".join(f"{w:.3f}" for w in weights)
    return finish(
        card,
        f"""A grid of two rows and two columns. The scores 2, 0 in the first
        row and 1, 0 in the second go through one softmax and become {shown}.
        Each weight multiplies the features of its cell; the sum is the
        context ({row[0]}, {row[1]}).""",
        """One softmax runs over all cells, so the four weights sum to 1. Each
        weight multiplies the two features of its own cell.""",
    )


def captioner() -> Drawing:
    """With attention: each step reads the grid again."""
    card = Canvas(440, 380)
    states: list[Box] = []
    for k, (word, (place, most)) in enumerate(LOOKS.items()):
        x, t = 62 + 106 * k, FIRST + k
        rest = 0.12 if most < 0.5 else 0.0
        weights = [
            [most if (i, j) == place else rest for j in range(3)]
            for i in range(3)
        ]
        paper = scene(card, x, 70, 92, weights)
        context = card.box(x, 172, 54, 36, f"*c*_{{{t}}}", "value")
        card.arrow(paper, context, colour="value", width=3)
        state = card.box(x, 256, 54, 36, f"*s*_{{{t}}}", "decoder")
        card.arrow(context, state, colour="value", width=2.4)
        card.arrow(state, card.token(x, 330, word, "decoder"))
        if states:
            card.arrow(states[-1], (x - 38, 116), colour="query")
        states.append(state)
    card.chain(states)
    card.note(112, 212, "query")
    words = ", ".join(LOOKS)
    return finish(
        card,
        f"""Four steps of the decoder. At each step the previous state queries
        the grid, and the context enters the step: {words}. For square the cell
        of the square gets most of the weight, for green that of the triangle;
        for above and a the weights are spread.""",
        """At every step the state queries all cells and gets a new context.
        *Square* attends to the square; *above* spreads its weight. (Weights
        made up.)""",
    )
