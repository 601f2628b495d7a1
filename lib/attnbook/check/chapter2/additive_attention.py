"""Bahdanau's additive attention: scores, weights, context."""

import torch

from attnbook.check.attention import masking, sharing
from attnbook.check.cases import drawn, rows
from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import dot

TAKES = {"s": "B D", "h": "B S M", "W_q": "A D", "W_k": "A M", "v": "A"}
TAKES |= {"mask": "B S"}


def case(mask, seed, *changes, whole=False, **sizes):
    B, S = mask.shape
    given = {"mask": mask}
    return drawn(
        TAKES, seed, *changes, whole=whole, given=given, B=B, S=S, **sizes
    )


def low(given):
    """The last hidden unit is 1 everywhere, and takes 40 off each score."""
    given["s"][:, 0] = 1.0
    given["W_q"][-1], given["W_k"][-1] = 0.0, 0.0
    given["W_q"][-1, 0], given["v"][-1] = 50.0, -40.0


SEEN = rows("11011", "01110", "10000")

exercise = Exercise(
    name="additive_attention",
    takes=TAKES,
    returns=("context", "weights"),
    steps={
        "query": Step("B A", lambda s, W_q: s @ W_q.T, "W_q times s"),
        "keys": Step("B S A", lambda h, W_k: h @ W_k.T, "W_k times h"),
        "sums": Step(
            "B S A",
            lambda query, keys: query[:, None] + keys,
            "the query added to each key",
        ),
        "hidden": Step("B S A", lambda sums: sums.tanh(), "their tanh"),
        "scores": Step("B S", lambda hidden, v: hidden @ v, "v times hidden"),
    }
    | masking("scores", axes="B S")
    | sharing("masked", "B S")
    | {
        "context": Step(
            "B M",
            lambda weights, h: (weights[..., None] * h).sum(1),
            "weights times h",
            dot("weights", "h"),
        )
    },
    cases={
        "two positions, all sizes 1": case(
            rows("11"), 3, whole=True, D=1, M=1, A=1
        ),
        "two positions, one hidden": case(
            rows("10"), 4, whole=True, D=1, M=1, A=1
        ),
        "nothing hidden, all sizes different": case(
            rows("11111", "11111", "11111"), 1, D=7, M=11, A=2
        ),
        "each sentence has its mask": case(SEEN, 2, D=7, M=11, A=13),
        "a sentence in which nothing may be seen": case(
            rows("110", "000"), 4, D=5, M=7, A=11
        ),
        "all widths equal": case(SEEN, 5, D=7, M=7, A=7),
        "scores near -40": case(SEEN, 6, low, D=7, M=11, A=13),
    },
    mistakes={
        "it takes weights from before the mask": {
            "context": lambda scores, h: (
                scores.softmax(-1)[..., None] * h
            ).sum(1)
        },
        "tanh is taken of query and keys apart": {
            "hidden": lambda query, keys: query.tanh()[:, None] + keys.tanh()
        },
        "it is v times the sum, and the tanh comes last": {
            "scores": lambda sums, v: torch.tanh(sums @ v)
        },
        "query and keys are multiplied, not added": {
            "sums": lambda query, keys: query[:, None] * keys
        },
    },
)
