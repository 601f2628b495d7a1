"""A step of attention that makes the new word's key and value alone."""

import torch

from attncourse.checks.attention import product
from attncourse.checks.cases import case, large
from attncourse.checks.exercise import Exercise, Step
from attncourse.checks.formulas import share

TAKES = {"x": "B D", "W_q": "D K", "W_k": "D K", "W_v": "D V"}
TAKES |= {"kept_keys": "B T K", "kept_values": "B T V"}


def appended(new, axes):
    return Step(
        axes,
        lambda kept, new: torch.cat([kept, new[:, None]], 1),
        f"{new} behind the kept ones",
        needs=({"k": "kept_keys", "v": "kept_values"}[new], new),
    )


def read(weights, values):
    return (weights[..., None] * values).sum(1)


def scores(q, keys):
    return (keys @ q[..., None])[..., 0] / q.shape[-1] ** 0.5


exercise = Exercise(
    takes=TAKES,
    returns=("output", "keys", "values"),
    learned=False,
    steps={
        "q": product("B K", "x", "W_q", "the new query"),
        "k": product("B K", "x", "W_k", "the new key"),
        "v": product("B V", "x", "W_v", "the new value"),
        "keys": appended("k", "B T+1 K"),
        "values": appended("v", "B T+1 V"),
        "scores": Step(
            "B T+1",
            scores,
            "q times keys, over the square root of the key width",
        ),
        "weights": Step(
            "B T+1", lambda scores: scores.softmax(-1), "", share("scores")
        ),
        "output": Step("B V", read, "weights times values"),
    },
    cases={
        "one kept word": case(294, whole=True, B=1, T=1, D=1, K=3, V=1),
        "the first word": case(2, B=2, T=0, D=5, K=3, V=7),
        "three sentences (B=3, T=5)": case(3, B=3, T=5, D=11, K=7, V=2),
        "as many kept words as sentences": case(4, B=4, T=4, D=5, K=2, V=3),
        "large scores": case(6, large("W_q"), B=2, T=6, D=5, K=3, V=4),
    },
    mistakes={
        "only kept words are read": {
            "output": lambda q, kept_keys, kept_values: read(
                scores(q, kept_keys).softmax(-1), kept_values
            )
        },
    },
)
