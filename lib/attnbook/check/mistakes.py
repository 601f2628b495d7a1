"""Common mistakes, written once: those of every attention, and those of taking a token from log-probabilities."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor

from attnbook.check.checker import Mistake

HIDE = float("-inf")


def visible(e: Tensor, mask: Tensor) -> Tensor:
    """The softmax over what may be seen, 0 elsewhere."""
    return e.masked_fill(~mask, HIDE).softmax(-1).masked_fill(~mask, 0.0)


def weighted_sum(a: Tensor, memory: Tensor) -> Tensor:
    """The context: "B .. S" reads "B S M"."""
    return torch.einsum("b...s,bsm->b...m", a, memory)


@dataclass(frozen=True)
class Attention:
    """Attention in three steps, each to be replaced by a wrong one: scores of the arguments, weights, context."""

    scores: Callable[..., Tensor]
    weights: Callable[[Tensor, Tensor], Tensor] = visible
    read: Callable[[Tensor, Tensor], Tensor] = weighted_sum

    def __call__(self, **given: Any) -> tuple[Tensor, Tensor]:
        """The context and the weights; the arguments hold the memory as `h` and the mask as `mask`."""
        a = self.weights(self.scores(**given), given["mask"])
        return self.read(a, given["h"]), a


WEIGHTS: tuple[tuple[str, Callable[[Tensor, Tensor], Tensor]], ...] = (
    ("the mask is not used: padding takes part in the softmax.", lambda e, mask: e.softmax(-1)),
    (
        "hidden scores are set to 0, not to -inf: exp(0) = 1 still takes a share of the weights.",
        lambda e, mask: (e * mask).softmax(-1),
    ),
    (
        "the mask is added to the scores: True counts as 1, and hides nothing.",
        lambda e, mask: (e + mask).softmax(-1),
    ),
    (
        "there is no softmax: these are the scores themselves.",
        lambda e, mask: e * mask,
    ),
    (
        "the scores are divided by their sum, without exp. A softmax takes exp of each score first.",
        lambda e, mask: e * mask / (e * mask).sum(-1, keepdim=True),
    ),
    (
        "sigmoid stands where the softmax belongs: it looks at one score alone, and nothing makes the sum 1.",
        lambda e, mask: e.sigmoid() * mask,
    ),
)
"""Wrong weights "B S" from the right scores and the mask; what properties tell apart by themselves is not here."""


def attention_mistakes(right: Attention) -> tuple[Mistake, ...]:
    """What goes wrong with softmax and mask in any attention: `right` with its weights replaced."""
    return tuple(Mistake(message, replace(right, weights=weights)) for message, weights in WEIGHTS)


PICKS = (
    Mistake(
        "the least likely token: take argmax, not argmin. Log-probabilities are negative, "
        "and the likeliest token has the greatest.",
        lambda row: int(row.argmin()),
    ),
    Mistake(
        "the greatest log-probability as an int, which is no token: max gives the value, argmax its position.",
        lambda row: int(row.max()),
    ),
    Mistake("the second likeliest token: take the likeliest.", lambda row: int(row.topk(2).indices[1])),
)
"""Wrong ways from the log-probabilities "N" of one step to its token, each by what was taken."""
