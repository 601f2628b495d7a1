"""The state after the last real token of each sentence."""

import torch

from attnbook.check.cases import Values, drawn
from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import text

TAKES = {"h": "B S M", "source": "B S", "pad": ""}


def case(source, pad, M, whole=False):
    tokens = torch.tensor(source)
    inputs: Values = {"source": tokens, "pad": pad}
    B, S = tokens.shape
    return drawn(TAKES, 4, whole=whole, inputs=inputs, B=B, S=S, M=M)


SHORT = [[5, 4, 9, 0, 0], [7, 3, 8, 2, 6], [4, 0, 0, 0, 0]]

exercise = Exercise(
    name="last_states",
    takes=TAKES,
    returns=("state",),
    steps={
        "real": Step(
            "B S", lambda source, pad: source != pad, "what is no padding"
        ),
        "length": Step("B", lambda real: real.sum(1), "how many tokens"),
        "end": Step(
            "B", lambda length: length - 1, "the place of the last token"
        ),
        "state": Step(
            "B M",
            lambda h, end: h[torch.arange(len(h)), end],
            "the state at that place",
            text("the state of sentence {B} at place {end}"),
        ),
    },
    cases={
        "one sentence of two tokens, padded": case(
            [[5, 4, 0]], 0, 1, whole=True
        ),
        "sentences of 3, 5 and 1 tokens": case(SHORT, 0, 7),
        "padding is the token 1, and 0 is a token": case(
            [[3, 0, 2, 1], [0, 4, 1, 1], [2, 3, 0, 4], [0, 1, 1, 1]], 1, 3
        ),
        "no padding at all": case([[2, 3, 4], [4, 3, 2]], 0, 5),
        "as many sentences as places": case(
            [[2, 3, 9], [4, 9, 9], [5, 5, 9]], 9, 2
        ),
        "one sentence alone": case([[6, 6, 3, 3]], 3, 4),
        "7 and 13 of 23 tokens": case(
            [[5] * 7 + [0] * 16, [5] * 13 + [0] * 10], 0, 2
        ),
    },
    mistakes={
        "the padding is counted, not the tokens": {
            "end": lambda real: (~real).sum(1)
        },
    },
)
