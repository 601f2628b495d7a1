"""The check of scaled scores: every query with every key."""

from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import dependence, memories
from attnbook.check.chapter4 import scale
from attnbook.check.checker import Attempt, Check, Mistake, Sighting
from attnbook.check.forms import close
from attnbook.check.weights import DIGITS

RESHAPED = (
    "K is reshaped, not transposed: the numbers keep their order, and keys are "
    "torn apart. K.T or K.mT turns the axes."
)
FORMULA = "scores[t, s] is Q[t] . K[s] / sqrt(K)"


def _scores(Q: Tensor, K: Tensor) -> Tensor:
    rows = [torch.stack([spec.scaled_dot(q, k) for k in K]) for q in Q]
    return torch.stack(rows)


def _look(attempt: Attempt) -> Sighting:
    looks = (
        _finite,
        _turned,
        _nearly,
        _factor,
        _weights,
        _effect,
        _rows,
        _alone,
        _linear,
    )
    says = next((said for look in looks if (said := look(attempt))), None)
    return Sighting(says or _place(attempt), part="scores")


def _finite(attempt: Attempt) -> str | None:
    odd = ~attempt.found["scores"].isfinite()
    if not odd.any():
        return None
    if torch.equal(odd, attempt.expected["scores"] < 0):
        return (
            "scores below 0 are not finite in yours: is a root taken of them? "
            "It belongs to the width alone."
        )
    place = odd.nonzero()[0].tolist()
    return f"scores{place} is not finite. Nothing is hidden here."


def _turned(attempt: Attempt) -> str | None:
    found, right = attempt.found["scores"], attempt.expected["scores"]
    if found.shape[0] != found.shape[1] or not close(found, right.mT):
        return None
    return (
        "your scores are transposed: queries stand in the rows, keys in the "
        "columns. There are as many of both here, so the shape does not tell."
    )


def _nearly(attempt: Attempt) -> str | None:
    """Digits that are lost, at the end or behind the point."""
    found, right = attempt.found["scores"], attempt.expected["scores"]
    if (found - right).abs().max() < 6e-3:
        return f"your scores are nearly right: {DIGITS}"
    if close(found, found.round()) and found.any():
        return "your scores are whole numbers: / divides, // and round cut off."
    return None


def _factor(attempt: Attempt) -> str | None:
    """The right scores, times one number."""
    found, right = attempt.found["scores"], attempt.expected["scores"]
    factor = float((found * right).sum() / right.square().sum())
    if not close(found, factor * right) or abs(factor) < 1e-9:
        return None
    width = attempt.given["Q"].shape[-1]
    told = scale.factors(attempt, width)
    near = (says for by, says in told.items() if abs(by - factor) < 1e-9)
    return next(
        near,
        f"your scores are {factor:.4g} times the right ones: you divide by "
        f"{width**0.5 / factor:.4g}. {scale.RULE}, {width**0.5:.4g}, and by "
        "nothing else.",
    )


def _weights(attempt: Attempt) -> str | None:
    """Was a softmax taken?"""
    found = attempt.found["scores"]
    if (found < 0).any():
        return None
    for axis, name in ((-1, "row"), (0, "column")):
        if close(found.sum(axis), 1.0):
            return (
                f"each {name} sums to 1: a softmax is taken. Scores come "
                "before it; leave it out."
            )
    return None


def _effect(attempt: Attempt) -> str | None:
    name = dependence.without_effect("scores", attempt)
    return name and f"{name} has no effect on your scores. {FORMULA}."


def _rows(attempt: Attempt) -> str | None:
    """Are the scores of a query those of another one?"""
    found, right = attempt.found["scores"], attempt.expected["scores"]
    for t in range(len(found)):
        for other in range(len(found)):
            if t != other and close(found[t], right[other]):
                return (
                    f"scores[{t}] are the scores of query {other}: row t "
                    "belongs to query t."
                )
    return None


def _alone(attempt: Attempt) -> str | None:
    """Does a score depend on another query, or on another key?"""
    for name, axis, word in (("Q", 0, "queries"), ("K", 1, "keys")):
        given = attempt.given[name]
        changed = given + 1.0
        changed[0] = given[0]
        again = attempt.again({name: changed})
        first, second = (
            answer["scores"].select(axis, 0)
            for answer in (attempt.found, again or attempt.found)
        )
        if not close(first, second):
            line = ("row", "column")[axis]
            return (
                f"the first {line} of scores changes when the other {word} "
                f"change. {FORMULA}, whatever the others are."
            )
    return None


def _linear(attempt: Attempt) -> str | None:
    for name in ("Q", "K"):
        again = attempt.again({name: 2 * attempt.given[name]})
        if again and not close(again["scores"], 2 * attempt.found["scores"]):
            return (
                f"with {name} doubled, every score must double, and yours do "
                f"not: {FORMULA}, with nothing added, bent or divided further."
            )
    return None


def _place(attempt: Attempt) -> str:
    """The first score that is wrong, and how it comes about."""
    found, right = attempt.found["scores"], attempt.expected["scores"]
    off = (found - right).abs() > 1e-9
    t, s = off.nonzero()[0].tolist()
    Q, K = attempt.given["Q"], attempt.given["K"]
    product = float(Q[t] @ K[s])
    return (
        f"scores[{t}, {s}] is {float(found[t, s]):.4g}. Q[{t}] . K[{s}] = "
        f"{product:.4g}, over sqrt(K) = sqrt({Q.shape[-1]}) that is "
        f"{float(right[t, s]):.4g}."
    )


TAKES = {"Q": "T K", "K": "S K"}
_case = partial(memories.case, TAKES, rows=())

scaled_scores = Check(
    name="scaled_scores",
    takes=TAKES,
    returns={"scores": "T S"},
    reference=_scores,
    cases=(
        _case("more keys than queries", 1, sizes={"T": 2, "S": 5, "K": 7}),
        _case("as many keys as queries", 2, sizes={"T": 3, "S": 3, "K": 11}),
        _case("more queries than keys", 3, sizes={"T": 7, "S": 3, "K": 2}),
        _case("one query, one key", 4, sizes={"T": 1, "S": 1, "K": 5}),
    ),
    looks=(_look,),
    mistakes=(
        Mistake(
            "queries and keys are divided by their lengths: that is the "
            "cosine. Take the dot product.",
            lambda Q, K: torch.cosine_similarity(Q[:, None], K, dim=-1),
        ),
        Mistake(
            "this is a distance. Take the dot product.",
            lambda Q, K: torch.cdist(Q, K),
        ),
        Mistake(
            "this is a distance with the sign of a score, over sqrt(K). Take "
            "the dot product.",
            lambda Q, K: -torch.cdist(Q, K) / Q.shape[-1] ** 0.5,
        ),
        Mistake(
            "query and key are added. Multiply them entry by entry, and sum.",
            lambda Q, K: (Q[:, None] + K).sum(-1) / Q.shape[-1] ** 0.5,
        ),
        Mistake(
            "the root is taken of the scores. It belongs to the width alone.",
            lambda Q, K: (Q @ K.mT / Q.shape[-1]).abs().sqrt(),
        ),
        Mistake(
            RESHAPED,
            lambda Q, K: Q @ K.reshape(K.shape[::-1]) / Q.shape[-1] ** 0.5,
        ),
    ),
)
