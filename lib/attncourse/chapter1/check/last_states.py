"""The state after the last real token of each sentence."""

import torch

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step

SHORT = (5, 4, 9, 0, 0), (7, 3, 8, 2, 6), (4, 0, 0, 0, 0)
OTHER = (3, 0, 2, 1), (0, 4, 1, 1), (2, 3, 0, 4), (0, 1, 1, 1)
LONG = (5,) * 7 + (0,) * 16, (5,) * 13 + (0,) * 10

exercise = Exercise(
    takes={"h": "B S M", "source": "B S", "pad": ""},
    returns=("state",),
    steps={
        "real": Step("B S", lambda source, pad: source != pad, "not padding"),
        "length": Step("B", lambda real: real.sum(1), "number of tokens"),
        "end": Step("B", lambda length: length - 1, "the last real position"),
        "state": Step(
            "B M",
            lambda h, end: h[torch.arange(len(h)), end],
            "the state at that position",
            "the state of sentence {B} at position {end}",
        ),
    },
    cases={
        "one sentence of two tokens, padded": case(
            4, whole=True, source=((5, 4, 0),), pad=0, M=1
        ),
        "sentences of 3, 5 and 1 tokens": case(4, source=SHORT, pad=0, M=7),
        "the padding token is 1, and 0 is a word": case(
            4, source=OTHER, pad=1, M=3
        ),
        "no padding at all": case(4, source=((2, 3, 4), (4, 3, 2)), pad=0, M=5),
        "as many sentences as positions": case(
            4, source=((2, 3, 9), (4, 9, 9), (5, 5, 9)), pad=9, M=2
        ),
        "one sentence alone": case(4, source=((6, 6, 3, 3),), pad=3, M=4),
        "7 and 13 of 23 tokens": case(4, source=LONG, pad=0, M=2),
    },
    mistakes={
        "the mean of all real states is taken, not the last": {
            "state": lambda h, real: (
                (h * real[..., None]).sum(1) / real.sum(1, keepdim=True)
            )
        },
        "the padding is counted, not the tokens": {
            "end": lambda real: (~real).sum(1)
        },
    },
)
