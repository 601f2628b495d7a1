"""How far a forget gate must be open to keep a share."""

import torch

from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import text


def case(shares, steps):
    return lambda: {
        "share": torch.tensor(shares, dtype=torch.float64),
        "steps": steps,
    }


exercise = Exercise(
    name="bias_for",
    takes={"share": "M", "steps": ""},
    returns=("bias",),
    steps={
        "gate": Step(
            "M",
            lambda share, steps: share ** (1 / steps),
            "what a step leaves: share ^ (1 / steps)",
        ),
        "rest": Step("M", lambda gate: 1 - gate, "1 - gate"),
        "odds": Step("M", lambda gate, rest: gate / rest, "gate / rest"),
        "bias": Step(
            "M",
            lambda odds: odds.log(),
            "the sigmoid undone: log odds",
            text("log({gate} / (1 - {gate}))"),
        ),
    },
    cases={
        "one unit, two steps": case((0.25,), 2),
        "a single step": case((0.25, 0.5), 1),
        "three units, ten steps": case((0.9, 0.4, 0.01), 10),
        "a hundred steps, two units": case((0.5, 0.05), 100),
        "a thousand steps": case((0.99, 0.7, 0.3, 0.1, 1e-6), 1000),
    },
    mistakes={
        "the sigmoid is undone before the power": {
            "bias": lambda share, steps: share.logit() / steps
        },
        "the gate loses (1 - share) / steps in each step": {
            "gate": lambda share, steps: 1 - (1 - share) / steps
        },
    },
)
