"""Bahdanau's additive attention: scores, weights, context."""

from attncourse.checks.attention import adding, averaging, weighing
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise

TAKES = {"s": "B D", "h": "B S M", "W_q": "A D", "W_k": "A M", "v": "A"}
TAKES |= {"mask": "B S"}


def low(inputs):
    """The last hidden unit is 1 everywhere, and takes 40 off each score."""
    inputs["s"][:, 0] = 1.0
    inputs["W_q"][-1], inputs["W_k"][-1] = 0.0, 0.0
    inputs["W_q"][-1, 0], inputs["v"][-1] = 50.0, -40.0


SEEN = "11011", "01110", "10000"

exercise = Exercise(
    takes=TAKES,
    returns=("context", "weights"),
    steps=adding("h", "S")
    | weighing("scores", "mask", "B S")
    | averaging("h", "context"),
    cases={
        "two positions, all sizes 1": case(
            4, mask=("11",), whole=True, D=1, M=1, A=1
        ),
        "two positions, one hidden": case(
            11, mask=("10",), whole=True, D=1, M=1, A=1
        ),
        "nothing hidden, all sizes different": case(
            1, mask=("11111", "11111", "11111"), D=7, M=11, A=2
        ),
        "each sentence has its own mask": case(2, mask=SEEN, D=7, M=11, A=13),
        "a fully hidden sentence": case(4, mask=("110", "000"), D=5, M=7, A=11),
        "equal widths, large scores": case(
            6, large("v"), mask=SEEN, D=7, M=7, A=7
        ),
        "scores near -40": case(6, low, mask=SEEN, D=7, M=11, A=13),
    },
    mistakes={
        "tanh is applied to query and keys separately": {
            "hidden": lambda query, keys: query.tanh()[:, None] + keys.tanh()
        },
    },
)
