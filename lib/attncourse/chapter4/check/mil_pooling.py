"""Pooling a bag with learned weights."""

from attncourse.checks.attention import averaging, weighing
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise, Step


def blank(inputs):
    """An instance of zeros is an instance."""
    inputs["bag"][:, 1] = 0.0


exercise = Exercise(
    takes={"bag": "B S D", "V": "A D", "w": "A"},
    returns=("pooled", "weights"),
    steps={
        "wide": Step("B S A", lambda bag, V: bag @ V.T, "V times instances"),
        "hidden": Step("B S A", lambda wide: wide.tanh(), "their tanh"),
        "scores": Step("B S", lambda hidden, w: hidden @ w, "w times hidden"),
    }
    | weighing("scores", axes="B S")
    | averaging("bag", "pooled", "B S D"),
    cases={
        "one bag of two instances": case(11, whole=True, B=1, S=2, D=1, A=1),
        "three bags (B=3, S=5, D=7, A=11)": case(1, B=3, S=5, D=7, A=11),
        "an instance of zeros": case(2, blank, B=5, S=5, D=3, A=2),
        "large scores": case(3, large("w"), B=2, S=3, D=7, A=7),
        "one instance in each bag": case(4, B=3, S=1, D=5, A=2),
    },
)
