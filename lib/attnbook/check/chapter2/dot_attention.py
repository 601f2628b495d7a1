"""Attention by dot products, with a scale."""

import torch

from attnbook.check.attention import masking, sharing
from attnbook.check.cases import drawn, rows
from attnbook.check.exercise import Exercise, Step
from attnbook.check.formulas import dot, text

TAKES = {"s": "B M", "h": "B S M", "mask": "B S", "scale": ""}


def case(mask, seed, scale, *changes, whole=False, M=7):
    B, S = mask.shape
    given = {"mask": mask, "scale": scale}
    return drawn(TAKES, seed, *changes, whole=whole, given=given, B=B, S=S, M=M)


def low(given):
    """All scores are 40 lower: one number of s is 1, that of h is -40."""
    given["s"][:, 0] = 1.0
    given["h"][..., 0] = -40.0 / given["scale"]


SEEN = rows("11011", "01110", "10000")

exercise = Exercise(
    name="dot_attention",
    takes=TAKES,
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
            text("{scale} * {products}"),
        ),
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
        "two positions of width 1": case(rows("11"), 3, 2.0, whole=True, M=1),
        "two positions, one hidden": case(rows("10"), 4, 2.0, whole=True, M=1),
        "nothing hidden": case(rows("11111", "11111", "11111"), 1, 0.7),
        "each sentence has its mask, a scale of 0.3": case(SEEN, 2, 0.3, M=11),
        "as many positions as numbers, a negative scale": case(
            SEEN, 3, -1.3, M=5
        ),
        "a sentence in which nothing may be seen": case(
            rows("110", "000"), 4, 1.7
        ),
        "scores near -40": case(SEEN, 5, 0.6, low),
    },
    mistakes={
        "it takes weights from before the mask": {
            "context": lambda scores, h: (
                scores.softmax(-1)[..., None] * h
            ).sum(1)
        },
        "the scores are divided by scale": {
            "scores": lambda products, scale: products / scale
        },
        "this is the cosine: the rows are divided by their lengths": {
            "products": lambda s, h: torch.cosine_similarity(
                s[:, None], h, dim=-1
            )
        },
        "scale comes after the softmax": {
            "scores": lambda products: products,
            "weights": lambda masked, scale: scale * masked.softmax(-1),
        },
    },
)
