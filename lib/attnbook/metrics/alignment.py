"""Which word translates which: links, and how many are wrong. Built in chapter
2.
"""

from jaxtyping import Float
from torch import Tensor

Links = set[tuple[int, int]]
"""Alignment links: (target position, source position)."""


def links(weights: Float[Tensor, "T S"]) -> Links:
    """Each target position linked to the source position with the greatest
    weight.
    """
    return set(enumerate(weights.argmax(-1).tolist()))


def alignment_error_rate(
    predicted: Links, sure: Links, possible: Links | None = None
) -> float:
    """1 - (|A and S| + |A and P|) / (|A| + |S|): 0 for a perfect alignment, 1
    for none right.

    `possible` holds the sure links too; by default it is the sure ones. Source:
    Och and Ney 2003, equation 7.
    """
    possible = sure if possible is None else possible | sure
    if not predicted or not sure:
        raise ValueError(
            f"both alignments need links: predicted={len(predicted)}, "
            f"sure={len(sure)}"
        )
    return 1 - (len(predicted & sure) + len(predicted & possible)) / (
        len(predicted) + len(sure)
    )
