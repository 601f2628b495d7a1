"""Layer normalisation: each word by its own mean and deviation."""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

EPS = 1e-5


def near(inputs):
    """Numbers so near to each other that EPS counts."""
    inputs["x"] = 3 + inputs["x"] / 300


def normed(x):
    """Each word with the mean 0 and the deviation 1."""
    centred = x - x.mean(-1, True)
    return centred / torch.sqrt((centred**2).mean(-1, True) + EPS)


exercise = Exercise(
    takes={"x": "B T D", "gain": "D", "shift": "D"},
    returns=("output",),
    steps={
        "centred": Step(
            "B T D", lambda x: x - x.mean(-1, True), "minus the mean of a word"
        ),
        "variance": Step(
            "B T 1",
            lambda centred: (centred**2).mean(-1, True),
            "mean of its squares",
        ),
        "root": Step("B T 1", lambda variance: torch.sqrt(variance + EPS)),
        "normed": Step("B T D", lambda centred, root: centred / root),
        "scaled": Step("B T D", lambda normed, gain: normed * gain),
        "output": Step(
            "B T D",
            lambda scaled, shift: scaled + shift,
            how="{gain} * {centred} / {root} + {shift}",
        ),
    },
    cases={
        "one word (1, 7, 7, 9)": case(
            x=(((1.0, 7.0, 7.0, 9.0),),), gain=(1.0,) * 4, shift=(0.0,) * 4
        ),
        "two words": case(1, whole=True, B=1, T=2, D=3),
        "three sentences (B=3, T=5, D=7)": case(2, B=3, T=5, D=7),
        "as many words as features": case(3, B=2, T=3, D=3),
        "numbers near to each other": case(4, near, B=2, T=3, D=5),
        "a word of equal numbers": case(5, x=(((4.0,) * 3, (1.0, 2.0, 6.0)),)),
    },
    mistakes={
        "the variance is divided by D - 1 instead of D": {
            "variance": lambda centred: centred.var(-1, keepdim=True)
        },
        "torch.std divides by D - 1, and 1e-5 is left out": {
            "root": lambda centred: centred.std(-1, keepdim=True)
        },
        "torch.std divides by D - 1, and 1e-5 is added to the root": {
            "root": lambda centred: centred.std(-1, keepdim=True) + EPS
        },
        "1e-5 is left out": {"root": lambda variance: variance.sqrt()},
        "1e-5 is added to the root, not below it": {
            "root": lambda variance: variance.sqrt() + EPS
        },
        "there is no root": {"root": lambda variance: variance + EPS},
        "the shift is multiplied by the gain": {
            "output": lambda normed, shift, gain: gain * (normed + shift)
        },
    },
)
