"""Slips of causal self-attention that are known by the weights alone, or by the
output of right weights.
"""

import torch

from attnbook.check.checker import Attempt, Sighting
from attnbook.check.forms import close
from attnbook.check.reading import visible


def look(attempt: Attempt) -> Sighting | None:
    """The slip that gives just these weights, or just this output."""
    X, W_q, W_k, W_v = attempt.given.values()
    found, right = attempt.found["weights"].detach(), attempt.expected
    if not close(found, right["weights"]):
        return _weights(attempt)
    turned = right["weights"].mT @ (X @ W_v)
    if not close(attempt.found["output"].detach(), turned):
        return None
    return Sighting(
        "the weights are right, but they are transposed where they meet the "
        "values.",
        part="output",
    )


def _weights(attempt: Attempt) -> Sighting | None:
    X, W_q, W_k, _ = attempt.given.values()
    found, right = (
        attempt.found["weights"].detach(),
        attempt.expected["weights"],
    )
    e = (X @ W_q) @ (X @ W_k).mT / W_k.shape[-1] ** 0.5
    past = torch.ones_like(e, dtype=torch.bool).tril()
    earlier = visible(e, past.tril(-1))[:, 1:]
    alone = close(found[:, 0], right[:, 0])
    first = "" if alone else " The first sees nothing."
    slips = {
        "words do not see themselves: in weights[0, 1] the words [0] are seen, "
        f"and the words up to its own are [0, 1].{first}": earlier,
        "the mistake is in the score: queries and keys are exchanged. Q asks, "
        "Q K^T.": visible(e.mT, past),
        "the softmax is taken twice: the second one gives hidden words a "
        "share.": right.softmax(-1),
        "the weights are transposed: row t belongs to word t.": right.mT,
    }
    for says, weights in slips.items():
        rows = weights.shape[1]  # of the earlier words one less
        if rows and close(found[:, -rows:], weights):
            return Sighting(says, part="weights")
    if not close(found.sum(0)[past[0]], 1.0):
        return None
    return Sighting(
        "the softmax runs over the wrong axis: the weights must sum to 1 over "
        "the words that are read (the last axis of the scores); yours sum to 1 "
        "over the sentences.",
        part="weights",
    )
