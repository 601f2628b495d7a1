"""How far a forget gate must be open to keep a share."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def draw(chance):
    share = [chance.uniform(0.02, 0.98) for _ in range(chance.randint(1, 4))]
    return case(share=share, steps=chance.randint(2, 60))


exercise = Exercise(
    takes={"share": "M", "steps": ""},
    returns=("bias",),
    learned=False,
    steps={
        "gate": Step(
            "M",
            lambda share, steps: share ** (1 / steps),
            "what one step keeps: share ^ (1 / steps)",
        ),
        "rest": Step("M", lambda gate: 1 - gate, "1 - gate"),
        "odds": Step("M", lambda gate, rest: gate / rest, "gate / rest"),
        "bias": Step(
            "M",
            lambda odds: odds.log(),
            "the inverse of the sigmoid: log odds",
            "log({gate} / (1 - {gate}))",
        ),
    },
    cases={
        "one unit, two steps": case(share=(0.25,), steps=2),
        "a single step": case(share=(0.25, 0.5), steps=1),
        "three units, ten steps": case(share=(0.9, 0.4, 0.01), steps=10),
        "a hundred steps, two units": case(share=(0.5, 0.05), steps=100),
        "a thousand steps": case(share=(0.99, 0.7, 0.3, 0.1, 1e-6), steps=1000),
    },
    mistakes={
        "the sigmoid is inverted before the root is taken": {
            "bias": lambda share, steps: share.logit() / steps
        },
        "each step forgets (1 - share) / steps": {
            "gate": lambda share, steps: 1 - (1 - share) / steps
        },
    },
    draw=draw,
)
