"""Drawings of one query that reads: by hand, and as a dictionary does."""

import torch

from attncourse import spec
from attncourse.drawing.canvas import Box, Canvas, Look
from attncourse.drawing.drawing import Drawing, finish
from attncourse.drawing.letters import Number

QUERY = (2.0, 0.0)
KEYS = ((2.0, 0.0), (1.0, 1.0), (0.0, 2.0))
VALUES = ((10.0, 0.0), (0.0, 10.0), (5.0, 5.0))

PAIR = (28, 32)
"""A cell of a query or of a key, in pixels."""

ENTRIES = {"cat": 10.0, "dog": 20.0, "car": 30.0}
FOUND = "dog"
NEW = "puppy"
SCORES = (1.0, 2.5, 0.0)
"""How well each key of ENTRIES answers NEW, made up."""


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
        """One query reads. It is compared with the keys only, and the output
        is made of the values only: mostly of the value whose key scores
        highest.""",
    )


def small(value: float) -> str:
    """A number with three decimals where it has any."""
    return f"{value:.3f}" if value % 1 else f"{value:g}"


def cells(row: tuple[float, ...]) -> list[str]:
    """Whole numbers, to be written into cells."""
    return [f"{value:g}" for value in row]


def soft() -> tuple[list[float], float]:
    """The weights of SCORES, and what they read of ENTRIES."""
    weights = spec.softmax(torch.tensor(SCORES, dtype=torch.float64))
    entries = [[value] for value in ENTRIES.values()]
    values = torch.tensor(entries, dtype=torch.float64)
    return weights.tolist(), spec.read(weights, values).item()


def soft_dictionary() -> Drawing:
    """A dictionary that finds one key, and one that reads all values."""
    card = Canvas(440, 410)
    weights, mean = soft()
    exact = [float(key == FOUND) for key in ENTRIES]
    pages(card, 0, FOUND, exact, f"{ENTRIES[FOUND]:g}")
    pages(card, 212, NEW, weights, f"{mean:.1f}")
    card.text(12, 20, "a dictionary", anchor="start", bold=True)
    card.text(12, 232, "a soft dictionary", anchor="start", bold=True)
    shown = ", ".join(f"{weight:.2f}" for weight in weights)
    return finish(
        card,
        f"""A dictionary with the keys {", ".join(ENTRIES)} and the values
        {", ".join(cells(tuple(ENTRIES.values())))}. Above: the query {FOUND} is
        one of the keys and reads its value alone, with weight 1. Below: the
        query {NEW} is no key; it reads all three values with the weights
        {shown}, and the result is {mean:.1f}.""",
        f"""Attention is a soft dictionary. A dictionary finds one key or none.
        A soft one compares the query with every key and mixes the values: the
        thicker the line, the more is read. (We made up the scores:
        {", ".join(f"{score:g}" for score in SCORES)}.)""",
    )


def pages(
    card: Canvas, top: Number, query: str, weights: list[float], read: str
) -> None:
    """A query, the entries with their weights, what is read."""
    asks = card.token(48, top + 120, query, "query", w=66, h=36, tint=0.14)
    out = Box(404, top + 120, 52, 36)
    for i, (key, value) in enumerate(ENTRIES.items()):
        y, weight, off = top + 72 + 48 * i, weights[i], 10 * (i - 1)
        name = card.box(162, y, 58, 34, key, "key")
        entry = card.box(306, y, 50, 34, f"{value:g}", "value")
        if weight == 0:
            continue
        look: Look = {"colour": "value", "width": 1 + 9 * weight}
        said = f"{weight:.2f}" if weight < 1 else "1"
        start = asks.right[0], asks.y + off
        card.arrow(start, name.left, colour="query", width=2.4)
        card.arrow(name, entry, said, **look)
        card.arrow(entry.right, (out.left[0], out.y + off), **look)
    card.box(out.x, out.y, out.w, out.h, read, "value", tint=0.3)
    for x, word in ((162, "keys"), (234, "weights"), (306, "values")):
        card.text(x, top + 40, word, colour="muted")
    card.text(48, top + 88, "query", colour="muted")
    card.text(404, top + 88, "read", colour="muted")
