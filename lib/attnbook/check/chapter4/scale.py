"""Scores that are the right ones times one number: which mistake makes it?"""

import torch
from torch import Tensor

from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.forms import close
from attnbook.check.hints import letters
from attnbook.check.reading import visible

RULE = "Divide by sqrt(K), the root of the width of query and key"


def factors(attempt: Attempt, width: int) -> dict[float, str]:
    """What to say of scores by the number that they are multiplied with."""
    root = width**0.5
    told = {
        root / int(root): f"you divide by {int(root)}: is the root cut off? "
        f"{RULE}: {root:.4g}.",
        root: f"your scores are {root:.4g} = sqrt(K) times the right ones: "
        f"the scaling is missing. {RULE}.",
        1 / root: "your scores are divided by K, or twice by sqrt(K). "
        f"{RULE}, once.",
        float(width): "your scores are multiplied by sqrt(K): divide by it.",
        -1.0: "your scores have the wrong sign.",
        0.5 / root: "you divide by 2 K, as `K ** 1 / 2` does: that is "
        f"(K ** 1) / 2. {RULE}, ** 0.5.",
        1 / root**3: "your scores are divided by K * K. Divide by sqrt(K).",
    }
    sizes = letters(attempt.given, attempt.takes)
    for size, letter in sizes.items():
        if size == width:
            continue
        lead = f"your scores are {root / size**0.5:.4g} times the right ones"
        told |= {
            root / size**0.5: f"{lead}: you divide by sqrt({letter}), "
            f"{letter} = {size}. {RULE}, K = {width}.",
            root / size: f"you divide by {size}: is it {letter}, a number "
            f"written in, or a root cut off? {RULE}, K = {width}.",
        }
    return told


def times(right: Tensor, factor: float, mask: Tensor) -> Tensor:
    """The weights of scores that are the right ones times a number."""
    e = torch.where(mask, right.log() * factor, 0.0)
    return visible(e, mask)


def look(asked: str, axis: int = -1, heads: str | None = None) -> Look:
    """The look for a function that returns `weights`; K is an axis of the
    argument `asked`, or one part of it for each of `heads`.
    """

    def scaled(attempt: Attempt) -> Sighting | None:
        found, right = attempt.found["weights"], attempt.expected["weights"]
        mask = attempt.given.get("mask")
        seen = (
            torch.ones_like(right, dtype=torch.bool) if mask is None else mask
        )
        if not found.isfinite().all() or close(found, right):
            return None
        width = attempt.given[asked].shape[axis]
        parts = attempt.given[heads] if heads else 1
        told = factors(attempt, width // parts)
        for factor, says in told.items():
            if close(found, times(right, factor, seen)):
                return Sighting(says, part="weights")
        return None

    return scaled
