"""What each target step reads, from the scores of all steps."""

from attnbook.check.attention import masking, reading, sharing
from attnbook.check.cases import drawn, rows
from attnbook.check.exercise import Exercise

TAKES = {"e": "B T S", "h": "B S M", "mask": "B 1 S"}


def case(mask, seed, *changes, whole=False, **sizes):
    B, S = mask.shape
    given = {"mask": mask[:, None]}
    return drawn(
        TAKES, seed, *changes, whole=whole, given=given, B=B, S=S, **sizes
    )


def low(given):
    """There a finite score such as -30 hides nothing."""
    given["e"] -= 40


SEEN = rows("11011", "01110", "10000")

exercise = Exercise(
    name="context",
    takes=TAKES,
    returns=("context", "weights"),
    steps=masking("e") | sharing("masked") | reading("h", "context", "B T M"),
    cases={
        "one step, two positions": case(rows("11"), 4, whole=True, T=1, M=1),
        "two steps, two positions": case(rows("11"), 3, whole=True, T=2, M=1),
        "two steps, three positions, one hidden": case(
            rows("101"), 5, whole=True, T=2, M=1
        ),
        "nothing hidden": case(rows("11111", "11111"), 1, T=3, M=7),
        "each sentence has its mask": case(SEEN, 2, T=2, M=7),
        "as many steps as positions": case(SEEN, 3, T=5, M=2),
        "a sentence in which nothing may be seen": case(
            rows("110", "000"), 4, T=2, M=5
        ),
        "scores near -40": case(SEEN, 5, low, T=2, M=7),
    },
    mistakes={
        "it takes weights from before the mask": {
            "context": lambda e, h: e.softmax(-1) @ h
        },
        "column t of the weights stands where row t belongs": {
            "context": lambda weights, h: weights.mT @ h
        },
    },
)
