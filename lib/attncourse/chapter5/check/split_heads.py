"""A width split into heads: each word keeps its own numbers."""

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

exercise = Exercise(
    takes={"x": "B T D", "H": ""},
    returns=("heads",),
    steps={
        "cut": Step(
            "B T H K",
            lambda x, H: x.unflatten(-1, (H, -1)),
            "the last axis split in two",
        ),
        "heads": Step(
            "B H T K",
            lambda cut: cut.transpose(1, 2),
            "heads before words",
            "x[{B}, {T}, {H} * {size D} / {size H} + {K}]",
        ),
    },
    cases={
        "two words of four numbers, two heads": case(
            x=(((0.0, 1.0, 2.0, 3.0), (10.0, 11.0, 12.0, 13.0)),), H=2
        ),
        "three sentences, two heads (B=3, T=5, D=14)": case(
            1, H=2, B=3, T=5, D=14
        ),
        "as many heads as words (B=2, T=3, D=15)": case(2, H=3, B=2, T=3, D=15),
        "one head (B=3, T=2, D=5)": case(3, H=1, B=3, T=2, D=5),
        "heads of width 1 (B=2, T=7, D=5)": case(4, H=5, B=2, T=7, D=5),
    },
    mistakes={
        "a head takes every H-th number instead of a block": {
            "cut": lambda x, H: x.unflatten(-1, (-1, H)).mT
        },
    },
)
