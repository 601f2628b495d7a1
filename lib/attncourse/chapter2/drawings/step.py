"""Drawings of one step of attention."""

import torch

from attncourse import spec
from attncourse.drawing.canvas import DASH, Box, Canvas
from attncourse.drawing.drawing import Drawing, finish

STATES = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
SCORES = (2.0, 1.0, 0.0)
ASKED = (1.0, 4.0, 2.2)
"""Scores of the scene, made up."""


def read(scores: tuple, states: tuple) -> tuple[list[float], list[float]]:
    """The weights of some scores, and the context that they read."""
    weights = spec.softmax(torch.tensor(scores, dtype=torch.float64))
    values = torch.tensor(states, dtype=torch.float64)
    return weights.tolist(), spec.read(weights, values).tolist()


def step() -> Drawing:
    """One step of attention with the numbers worked out by hand."""
    card = Canvas(440, 434)
    weights, context = read(SCORES, STATES)
    plus = Box(236, 344, 34, 34, circle=True)
    card.box(236, 88, 360, 34, "softmax", tint=0.05)
    for i, (score, weight) in enumerate(zip(SCORES, weights, strict=True)):
        x = 116 + 120 * i
        top = card.box(x, 28, 52, 34, f"{score:g}", tint=0.05)
        share = card.box(x, 158, 66, 34, f"{weight:.3f}", "weight")
        card.arrow(top, (x, 71))
        card.arrow((x, 105), share)
        card.text(x, 192, "\u00d7", size=18)
        column = [f"{value:g}" for value in STATES[i]]
        memory = card.state(x, 242, column, "encoder", cell=(44, 30))
        card.text(x + 40, 242, f"*h*_{i + 1}")
        card.arrow(memory, plus, colour="value", width=1.5 + 10 * weight)
    card.circle(236, 344, 17, "+", "value", size=20)
    card.arrow(plus, (236, 384))
    row = [f"{value:.3f}" for value in context]
    card.state(236, 402, row, "value", across=True, cell=(66, 34))
    for y, name in ((28, "scores"), (158, "weights"), (242, "states")):
        card.text(10, y, name, anchor="start", colour="muted")
    card.text(10, 402, "context", anchor="start", colour="muted")
    shown = ", ".join(f"{weight:.3f}" for weight in weights)
    return finish(
        card,
        f"""Scores {", ".join(f"{score:g}" for score in SCORES)} go through a
        softmax and become the weights {shown}.
        Each weight multiplies its state, (1, 0), (0, 1), (1, 1); the sum is the
        context ({row[0]}, {row[1]}).""",
        """One step of attention: scores, softmax, weighted sum. The state
        with the largest score has the largest share in the context.""",
    )


def scene() -> tuple[Canvas, list[float]]:
    """Three encoder states, a decoder state that asks, what it reads."""
    card = Canvas(440, 424)
    weights, _ = read(ASKED, STATES)
    memory = []
    context = card.box(166, 112, 54, 38, "*c*_t", "value")
    card.box(166, 216, 304, 52, "", "muted", tint=0.05, dash=DASH)
    asks = card.box(394, 216, 64, 38, "*s*_{t-1}", "decoder")
    after = card.box(394, 112, 64, 38, "*s*_t", "decoder")
    word = card.token(394, 34, "homme", "decoder")
    card.arrow(asks, (318, 216), colour="query", width=2.4)
    for i, (source, weight) in enumerate(
        zip(("a", "man", "sleeps"), weights, strict=True)
    ):
        x = 64 + 102 * i
        part = f"{weight:.2f} *h*_{i + 1}"
        share = card.box(x, 216, 78, 32, part, "card", tint=1)
        memory.append(card.box(x, 318, 54, 38, f"*h*_{i + 1}", "encoder"))
        card.arrow(card.token(x, 396, source, w=64), memory[-1])
        card.arrow(memory[-1], share, colour="key", width=2.4)
        card.arrow(share, context, colour="value", width=1.5 + 9 * weight)
    card.chain(memory)
    card.arrow(context, after, colour="value", width=2.4)
    card.arrow(asks, after)
    card.arrow(after, word)
    return card, weights


def attention() -> Drawing:
    """The whole step: a state asks, weights answer, a word is written."""
    card, weights = scene()
    card.text(14, 172, "weights", anchor="start", colour="muted")
    card.text(166, 78, "context", colour="muted")
    return finish(
        card,
        f"""The encoder has read a, man, sleeps. The decoder state s(t-1) is
        compared with each encoder state; the weights are
        {", ".join(f"{weight:.2f}" for weight in weights)}. The context is the
        sum with these weights and enters the next decoder state, which writes
        homme.""",
        """The decoder's state is compared with each encoder state; the context
        is the sum of the states, each times its weight (the thicker, the
        larger).""",
    )
