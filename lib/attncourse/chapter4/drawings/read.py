"""A drawing of one query that reads, by hand."""

import torch

from attncourse import spec
from attncourse.drawing.canvas import Canvas, Look
from attncourse.drawing.drawing import Drawing, finish

QUERY = (2.0, 0.0)
KEYS = ((2.0, 0.0), (1.0, 1.0), (0.0, 2.0))
VALUES = ((10.0, 0.0), (0.0, 10.0), (5.0, 5.0))

PAIR = (28, 32)
"""A cell of a query or of a key, in pixels."""


def numbers() -> dict[str, list[float]]:
    """Every step from QUERY to its output."""
    q, k, v = (
        torch.tensor(rows, dtype=torch.float64)
        for rows in ((QUERY,), KEYS, VALUES)
    )
    weights = spec.weights(q, k)[0]
    found = {
        "products": torch.stack([spec.dot(q[0], row) for row in k]),
        "scores": torch.stack([spec.scaled_dot(q[0], row) for row in k]),
        "weights": weights,
        "output": spec.read(weights, v),
    }
    return {name: steps.tolist() for name, steps in found.items()}


def by_hand() -> Drawing:
    """One query, three keys, three values, with the numbers worked out."""
    card, step = Canvas(440, 340), numbers()
    ys = (136, 184, 232)
    plus = card.circle(382, 312, 16, "+", "value", size=20)
    asks = card.state(132, 44, cells(QUERY), "query", across=True, cell=PAIR)
    card.text(132, 14, "query", colour="muted")
    card.arrow(asks, (132, 113), colour="query", width=2.4)
    products, scores, weights = (
        step[name] for name in ("products", "scores", "weights")
    )
    for i, y in enumerate(ys):
        key = card.state(58, y, cells(KEYS[i]), "key", across=True, cell=PAIR)
        product = card.box(132, y, 36, 32, f"{products[i]:g}", tint=0.04)
        score = card.box(204, y, 56, 32, small(scores[i]), tint=0.04)
        look: Look = {"tint": 0.06 + 0.34 * weights[i]}
        share = card.box(288, y, 56, 32, f"{weights[i]:.3f}", "weight", **look)
        card.arrow(key, product, colour="key", width=2.4)
        card.chain([product, score, share])
        card.text(328, y, "\u00d7", size=18)
        row = cells(VALUES[i])
        card.state(382, y, row, "value", across=True, cell=(38, 32))
    card.arrow((382, ys[-1] + 16), plus, colour="value", width=2.4)
    row = [f"{value:.3f}" for value in step["output"]]
    out = card.state(274, 312, row, "value", across=True, cell=(52, 34))
    card.arrow(plus, out, colour="value", width=2.4)
    heads = ("keys", "*q* \u00b7 *k*", "scores", "weights", "values")
    for x, name in zip((58, 156, 212, 288, 382), heads, strict=True):
        card.text(x, 104, name, colour="muted")
    card.brace(114, 201, 254, f"\u00f7 \u221a{len(QUERY)}")
    card.brace(207, 314, 254, "softmax")
    card.text(212, 312, "output", anchor="end", colour="muted")
    shown = {k: ", ".join(small(n) for n in v) for k, v in step.items()}
    plain = ", ".join(f"{product:g}" for product in products)
    return finish(
        card,
        f"""The query (2, 0) times the keys (2, 0), (1, 1), (0, 2) gives
        {plain}; divided by the root of 2 these are the scores,
        {shown["scores"]}; the softmax makes the weights
        {shown["weights"]}. The weights times the values (10, 0), (0, 10),
        (5, 5), summed, are the output ({shown["output"]}).""",
        """One query attends to three keys. It is compared with the keys only,
        and the output is made of the values only: mostly of the value whose
        key scores highest.""",
    )


def small(value: float) -> str:
    """A number with three decimals where it has any."""
    return f"{value:.3f}" if value % 1 else f"{value:g}"


def cells(row: tuple[float, ...]) -> list[str]:
    """Whole numbers, to be written into cells."""
    return [f"{value:g}" for value in row]
