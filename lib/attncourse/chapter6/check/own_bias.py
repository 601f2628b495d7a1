"""Three encodings at once, added to causal scores: a vector for each distance,
a slope for each head, a vector for each of the first positions.
"""

import torch
from torch.nn import functional as F

from attncourse.checks.cases import case
from attncourse.checks.exercise import Exercise, Step


def positive(inputs):
    """Slopes from 0 to 1."""
    inputs["slopes"] = inputs["slopes"].sigmoid()


def sized(seed, **sizes):
    return case(seed, positive, **sizes)


def distance(q):
    """How far each key stands before each query; behind it, less than 0."""
    place = torch.arange(q.shape[2])
    return place[:, None] - place


def clamped(rows, distance):
    return distance.clamp(0, len(rows) - 1)


def held(q, anchors):
    """A row of zeros for each position without an anchor."""
    T = q.shape[2]
    return F.pad(anchors[:T], (0, 0, 0, max(T - len(anchors), 0)))


def dots(q, near, held):
    return torch.einsum("bhtk,tsk->bhts", q, near + held)


def added(q, dots, slopes, distance):
    return dots / q.shape[-1] ** 0.5 - slopes[:, None, None] * distance


exercise = Exercise(
    takes={"q": "B H T K", "rows": "R K", "slopes": "H", "anchors": "A K"},
    returns=("bias",),
    steps={
        "distance": Step(
            "T T'", distance, "how far the key stands before the query"
        ),
        "clamped": Step("T T'", clamped, "the number of its vector in rows"),
        "near": Step(
            "T T' K",
            lambda rows, clamped: rows[clamped],
            "the vector of each distance",
        ),
        "held": Step("T' K", held, "the vector of each of the first positions"),
        "dots": Step("B H T T'", dots, "query times the sum of both vectors"),
        "added": Step(
            "B H T T'",
            added,
            "over the root of the key width, less the penalty",
        ),
        "bias": Step(
            "B H T T'",
            lambda added: added.tril(),
            "0 for what comes later",
        ),
    },
    cases={
        "one head, three words, one vector of each kind": sized(
            1, B=1, H=1, T=3, K=2, R=1, A=1
        ),
        "more words than vectors": sized(2, B=2, H=3, T=7, K=5, R=4, A=6),
        "fewer words than vectors": sized(3, B=2, H=3, T=3, K=6, R=5, A=6),
        "as many heads as words": sized(4, B=2, H=4, T=4, K=3, R=2, A=3),
        "one word": sized(5, B=3, H=2, T=1, K=3, R=2, A=2),
    },
    mistakes={
        "the vectors of the first positions are not divided by the root": {
            "added": lambda q, near, held, slopes, distance: (
                dots(q, near / q.shape[-1] ** 0.5, held)
                - slopes[:, None, None] * distance
            )
        },
        "the vectors of distances are not divided by the root": {
            "added": lambda q, near, held, slopes, distance: (
                dots(q, near, held / q.shape[-1] ** 0.5)
                - slopes[:, None, None] * distance
            )
        },
        "the penalty is divided by the root, too": {
            "added": lambda q, dots, slopes, distance: (
                (dots - slopes[:, None, None] * distance) / q.shape[-1] ** 0.5
            )
        },
        "the vectors of the first positions go to queries, not to keys": {
            "dots": lambda q, near, held: torch.einsum(
                "bhtk,tsk->bhts", q, near + held[:, None]
            )
        },
        "the vector of distance 0 serves all distances": {
            "near": lambda rows, clamped: rows[0 * clamped]
        },
        "the last vector of the first positions serves all later ones": {
            "held": lambda q, anchors: anchors[
                torch.arange(q.shape[2]).clamp(max=len(anchors) - 1)
            ]
        },
        "the vectors of the first positions come again and again": {
            "held": lambda q, anchors: anchors[
                torch.arange(q.shape[2]) % len(anchors)
            ]
        },
    },
)
