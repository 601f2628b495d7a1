"""Attention by dot products, with a scale."""

from attncourse.checks.attention import averaging, weighing
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import dot


def low(inputs):
    """All scores are 40 lower: one number of s is 1, that of h is -40."""
    inputs["s"][:, 0] = 1.0
    inputs["h"][..., 0] = -40.0 / inputs["scale"]


SEEN = "11011", "01110", "10000"

exercise = Exercise(
    takes={"s": "B M", "h": "B S M", "mask": "B S", "scale": ""},
    returns=("context", "weights"),
    steps={
        "products": Step(
            "B S",
            lambda s, h: (h @ s[..., None]).squeeze(-1),
            "s times each h",
            dot("s", "h"),
        ),
        "scores": Step(
            "B S",
            lambda products, scale: scale * products,
            "times scale",
            "{scale} * {products}",
        ),
    }
    | weighing("scores", "mask", "B S")
    | averaging("h", "context"),
    cases={
        "two positions of width 1": case(
            6, mask=("11",), scale=2.0, whole=True, M=1
        ),
        "two positions, one hidden": case(
            8, mask=("10",), scale=2.0, whole=True, M=1
        ),
        "nothing hidden": case(
            1, mask=("11111", "11111", "11111"), scale=0.7, M=7
        ),
        "each sentence has its own mask, a scale of 0.3": case(
            2, mask=SEEN, scale=0.3, M=11
        ),
        "as many positions as numbers, large scores": case(
            3, large("s"), mask=SEEN, scale=-1.3, M=5
        ),
        "a scale of 0": case(6, mask=SEEN, scale=0.0, M=7),
        "one position": case(7, mask=("1", "1"), scale=0.9, M=7),
        "a fully hidden sentence": case(4, mask=("110", "000"), scale=1.7, M=7),
        "scores near -40": case(5, low, mask=SEEN, scale=0.6, M=7),
    },
)
