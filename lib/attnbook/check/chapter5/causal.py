"""The check of causal self-attention: no word reads a later one, neither by a
weight nor by a sum.
"""

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import memories
from attnbook.check.chapter4 import scale, terms
from attnbook.check.chapter5 import slips
from attnbook.check.checker import Attempt, Case, Check, Look, Mistake, Sighting
from attnbook.check.forms import close

TAKES = {"X": "B T D", "W_q": "D K", "W_k": "D K", "W_v": "D V"}
SIZES = {"B": 3, "T": 5, "D": 13, "K": 11, "V": 7}
WORDS = terms.KEYS | {
    "the source positions": "the words that are read",
    "the target positions": "the words that ask",
    "and mask shows": "and the words up to its own are",
    "The mask alone says what is hidden.": "Later words alone are hidden.",
    "the mask lets it be seen": "it may be seen",
    "the mask is not used: hidden words take": "nothing is hidden: later "
    "words take",
    "position": "word",
}


def projected(X: Tensor, W: Tensor) -> Tensor:
    """Each row times the matrix, "B T D" to "B T K"."""
    return torch.stack(
        [torch.stack([spec.times(W.T, row) for row in rows]) for rows in X]
    )


def _past(X: Tensor) -> Tensor:
    B, T, _ = X.shape
    return spec.causal(T, T).expand(B, T, T)


def _masked(
    X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    """Self-attention under any mask "B T T"."""
    parts = zip(*(projected(X, W) for W in (W_q, W_k, W_v)), mask, strict=True)
    read, weights = [], []
    for q, k, v, seen in parts:
        a = spec.weights(q, k, seen)
        weights.append(a)
        read.append(torch.stack([spec.read(row, v) for row in a]))
    return torch.stack(read), torch.stack(weights)


def _causal(
    X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor
) -> tuple[Tensor, Tensor]:
    return _masked(X, W_q, W_k, W_v, _past(X))


def _under_the_line(attempt: Attempt) -> Sighting | None:
    """Weights of the future that are 0, and yet change the others."""
    found = attempt.found["weights"].detach()
    X, past = attempt.given["X"], _past(attempt.given["X"])
    columns = found.sum(1)
    if found[~past].any() or not found.isfinite().all():
        return None
    if close(columns, 1.0):  # a softmax over another axis
        return None
    later = X.clone()
    later[:, -1] += 1.0
    again = attempt.again({"X": later})
    if again is None or close(again["weights"][:, :-1], found[:, :-1]):
        return None
    moved = (again["weights"] - found).abs()[:, :-1] > 1e-9
    t = int(moved.any(-1).any(0).nonzero()[0])
    how = (
        "Its weight is 0, but its score stands in the sum that the softmax "
        "divides by. Hide scores before the softmax."
        if close(
            found / found.sum(-1, keepdim=True), attempt.expected["weights"]
        )
        else "Its weight is 0, so it comes in by another way."
    )
    return Sighting(
        f"weights[0, {t}] changes when the last word changes: the future "
        f"leaks. {how}",
        part="weights",
    )


def _with_mask(look: Look) -> Look:
    """The look, told of the mask that the words make."""

    def told(attempt: Attempt) -> Sighting | None:
        names = [*attempt.returns]

        def again(changes: dict) -> dict | None:
            return None if "mask" in changes else attempt.again(changes)

        def right(changes: dict) -> dict:
            given = attempt.given | {"mask": _past(attempt.given["X"])}
            return dict(zip(names, _masked(**given | changes), strict=True))

        return look(
            attempt._replace(
                takes=attempt.takes | {"mask": "B T T"},
                given=attempt.given | {"mask": _past(attempt.given["X"])},
                again=again,
                right=right,
            )
        )

    return told


def _case(says: str, seed: int, **sizes: int) -> Case:
    return memories.even(memories.case(TAKES, says, seed, (), SIZES | sizes))


def _low(case: Case) -> Case:
    """All scores 40 lower: there a finite score such as -30 hides nothing."""

    def make() -> dict[str, Tensor]:
        given = case.make()
        given["X"][..., 0] = 1.0
        for name, by in (("W_q", given["W_q"].shape[1] ** 0.5), ("W_k", -40.0)):
            given[name][:, 0] = 0.0
            given[name][0, 0] = by
        return given

    return Case(f"scores near -40, {case.says}", make)


def _zero(case: Case) -> Case:
    """Word 1 is all zeros: its scores are 0, and are scores like others."""

    def make() -> dict[str, Tensor]:
        given = case.make()
        given["X"][:, 1] = 0.0
        return given

    return Case(f"word 1 all zeros, {case.says}", make)


def _values(X: Tensor, W_v: Tensor, **_: Tensor) -> Tensor:
    return X @ W_v


def _doubled(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor):
    """The hidden scores are 0 and not -inf."""
    e = (X @ W_q) @ (X @ W_k).mT / W_k.shape[-1] ** 0.5
    a = (e * _past(X)).softmax(-1)
    return a @ (X @ W_v), a


def _by_value(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor):
    """Hidden is what is 0 below the diagonal, and not what is above it."""
    e = ((X @ W_q) @ (X @ W_k).mT / W_k.shape[-1] ** 0.5).tril()
    a = e.masked_fill(e == 0, -torch.inf).softmax(-1)
    return a @ (X @ W_v), a


def _unread(X: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor):
    """The right weights, and an output made without the mask."""
    a = _masked(X, W_q, W_k, W_v, torch.ones_like(_past(X)))[0]
    return a, _causal(X, W_q, W_k, W_v)[1]


causal_attention = Check(
    name="causal_attention",
    takes=TAKES,
    returns={"output": "B T V", "weights": "B T T"},
    reference=_causal,
    cases=(
        _case("three sentences", 7),
        _zero(_case("as many sentences as words", 2, B=5)),
        _case("one sentence of one word", 3, B=1, T=1),
        _low(_case("three sentences", 4)),
    ),
    looks=(
        _under_the_line,
        slips.look,
        _with_mask(scale.look("W_q")),
        *map(
            _with_mask, terms.attention("output", _values, "the values", WORDS)
        ),
    ),
    mistakes=(
        Mistake(
            "hidden scores are set to 0. A score of 0 has the exponential 1: "
            "it takes a share like any other.",
            _doubled,
        ),
        Mistake(
            "every score that is 0 is hidden, and a word that may be seen can "
            "have one. Hide by the place, not by the value.",
            _by_value,
        ),
        Mistake(
            "the output is made with weights from before the mask.", _unread
        ),
    ),
)
