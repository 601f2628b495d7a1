"""Checks for chapter 2: a masked softmax, contexts, scores, an error rate."""

from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import memories, properties, weights
from attnbook.check.additive import additive_attention
from attnbook.check.checker import Attempt, Case, Check, Mistake, Sighting
from attnbook.check.dot import dot_attention
from attnbook.check.forms import close
from attnbook.check.links import alignment_error_rate
from attnbook.check.memories import dropped
from attnbook.check.reading import (
    Read,
    visible,
    weighted_sum,
    weights_alone,
)

__all__ = [
    "additive_attention",
    "alignment_error_rate",
    "context",
    "dot_attention",
    "masked_softmax",
]

# A softmax with a mask


def _softmax(e: Tensor, mask: Tensor) -> Tensor:
    rows = zip(e, mask, strict=True)
    return torch.stack([spec.softmax(row, seen) for row, seen in rows])


def _right_where_all_seen(attempt: Attempt) -> bool:
    seen = {"mask": torch.ones_like(attempt.given["mask"])}
    answer = attempt.again(seen)
    if not answer:
        return False
    return close(answer["weights"], attempt.right(seen)["weights"])


def _weights_alone(attempt: Attempt) -> Sighting | None:
    """What holds for the weights of every attention, where no context is."""
    found = attempt.found["weights"]
    if found is None:
        return None
    if not found[~found.isnan()].any() and _right_where_all_seen(attempt):
        return Sighting(INFINITE, part="weights")
    says = weights.blame(Read(weights_alone(attempt), "memory", "mask"))
    says = says.replace("weights 0 and context 0", "weights 0")
    says = says.replace("the mistake is in the score", SCORES_CHANGED, 1)
    return Sighting(says, part="weights")


def _low(case: Case) -> Case:
    """The same case with scores near -40, where -30 hides nothing."""

    def make():
        given = case.make()
        return given | {"e": given["e"] - 40}

    return Case(f"scores near -40, {case.says}", make)


INFINITE = (
    "where nothing is hidden your weights are right, and one hidden position "
    "spoils its whole row. Is it set to +inf? The scores to hide get -inf."
)
SCORES_CHANGED = "what reaches the softmax is not e"
_softmax_case = partial(memories.case, {"e": "B S", "mask": "B S"})

masked_softmax = Check(
    name="masked_softmax",
    takes={"e": "B S", "mask": "B S"},
    returns={"weights": "B S"},
    reference=_softmax,
    cases=(
        _softmax_case(
            "some positions hidden in every sentence",
            2,
            memories.HIDDEN_AND_SEEN,
        ),
        _softmax_case("nothing hidden", 1, memories.ALL_SEEN),
        _softmax_case(
            memories.EMPTY.removesuffix(" and context 0"),
            3,
            memories.NOTHING_SEEN,
        ),
        _low(
            _softmax_case("some positions hidden", 2, memories.HIDDEN_AND_SEEN)
        ),
        _softmax_case("one sentence alone", 4, memories.ONE_SEEN, memories.ONE),
    ),
    looks=(dropped, _weights_alone),
    mistakes=(
        Mistake(
            "hidden scores are set to 0 before the softmax: exp(0) = 1, and a "
            "hidden position takes its share.",
            lambda e, mask: (e * mask).softmax(-1),
        ),
        Mistake(
            "you return the scores, hidden or not. The softmax is to follow.",
            lambda e, mask: e.masked_fill(~mask, -torch.inf),
        ),
        Mistake(
            "e[mask] is one row of what is seen in all sentences: their places "
            "are lost. masked_fill keeps the shape.",
            lambda e, mask: e[mask].softmax(-1),
        ),
    ),
)

# Contexts of all target steps


def _contexts(e: Tensor, h: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    a = torch.stack(
        [
            _softmax(steps, seen.expand(len(steps), -1))
            for steps, seen in zip(e, mask, strict=True)
        ]
    )
    read = [
        [spec.read(row, memory) for row in rows]
        for rows, memory in zip(a, h, strict=True)
    ]
    return torch.stack([torch.stack(rows) for rows in read]), a


def _steps(attempt: Attempt) -> Sighting | None:
    """Is the context of one step made with what belongs to another?"""
    a, read = attempt.found["weights"], attempt.found["context"]
    if a is None or not close(a, attempt.expected["weights"]):
        return None
    h = attempt.given["h"]
    made = torch.linalg.lstsq(h.mT, read.mT).solution.mT  # B T S
    if not read.isfinite().all() or not close(weighted_sum(made, h), read):
        return None
    off = ~torch.isclose(made, a, rtol=0, atol=1e-9).all(-1)
    b, t = off.nonzero()[0].tolist() if off.any() else (0, 0)
    place = f"context[{b}, {t}] is made with "
    if a.shape[1] == a.shape[2] and close(made, a.mT):
        says = (
            f"{place}column {t} of the weights: what all steps give to one "
            f"position. What step {t} gives to all positions is row {t}."
        )
        return Sighting(says, part="context")
    for other in range(a.shape[1]):
        if other != t and close(made[b, t], a[b, other]):
            says = f"{place}the weights of step {other}. Step {t} has its own."
            return Sighting(says, part="context")
    return None


def _summed_over_steps(e, h, mask) -> tuple[Tensor, Tensor]:
    a = visible(e, mask)
    return torch.einsum("bts,bsm->bsm", a, h), a


def _best(e, h, mask) -> tuple[Tensor, Tensor]:
    a = visible(e, mask)
    return h[torch.arange(len(h))[:, None], a.argmax(-1)], a


_takes = {"e": "B T S", "h": "B S M", "mask": "B 1 S"}
_context_case = partial(memories.case, _takes)
SQUARE = memories.SIZES | {"T": memories.SIZES["S"]}

context = Check(
    name="context",
    takes=_takes,
    returns={"context": "B T M", "weights": "B T S"},
    reference=_contexts,
    cases=(
        _context_case(
            "as many target steps as source positions, nothing hidden",
            1,
            memories.ALL_SEEN,
            SQUARE,
        ),
        _context_case(
            "as many target steps, some positions hidden",
            5,
            memories.HIDDEN_AND_SEEN,
            SQUARE,
        ),
        _context_case(
            "fewer target steps, some positions hidden in every sentence",
            2,
            memories.HIDDEN_AND_SEEN,
        ),
        _context_case(
            memories.EMPTY,
            3,
            memories.NOTHING_SEEN,
        ),
        _context_case(
            "one sentence alone, more target steps",
            4,
            memories.ONE_SEEN,
            memories.ONE,
        ),
    ),
    looks=(dropped, _steps, *properties.attention()),
    mistakes=(
        Mistake(
            "you sum over the target steps. A context is a sum over the source "
            "positions.",
            _summed_over_steps,
        ),
        Mistake(
            "you take h where the weight is largest. A context is a sum over "
            "all positions.",
            _best,
        ),
    ),
)
