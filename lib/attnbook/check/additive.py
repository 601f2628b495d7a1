"""The check for additive attention, one decoder state for each sentence of a batch (chapter 2).

Every size is another prime, so that a swapped axis shows.
"""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check.checker import Case, Check, Mistake

B, S, D, M, A = 3, 5, 2, 7, 11
ALL_SEEN = ((1, 1, 1, 1, 1),) * B
HIDDEN_AND_SEEN = ((1, 1, 1, 0, 0), (1, 0, 1, 1, 1), (0, 1, 1, 1, 0))  # both in every row and in every column
NOTHING_SEEN = ((1, 1, 1, 1, 1), (0, 0, 0, 0, 0), (1, 0, 0, 0, 0))


def _additive(s: Tensor, h: Tensor, W: Tensor, U: Tensor, v: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Sentence by sentence, from the loops of `spec`."""
    contexts, weights = [], []
    for state, memory, seen in zip(s, h, mask, strict=True):
        scores = torch.stack([spec.additive(state, key, W, U, v) for key in memory])
        weights.append(spec.softmax(scores, seen))
        contexts.append(spec.read(weights[-1], memory))
    return torch.stack(contexts), torch.stack(weights)


def _hidden(s: Tensor, h: Tensor, W: Tensor, U: Tensor) -> Tensor:
    """W s + U h: "B S A"."""
    return (s @ W.T)[:, None] + h @ U.T


def _scores(s, h, W, U, v) -> Tensor:
    return _hidden(s, h, W, U).tanh() @ v


def _weights(e: Tensor, mask: Tensor) -> Tensor:
    seen = e.masked_fill(~mask, float("-inf")).softmax(-1)
    return torch.where(mask.any(-1, keepdim=True), seen, torch.zeros_like(seen))


def _read(a: Tensor, h: Tensor) -> Tensor:
    return torch.einsum("bs,bsm->bm", a, h)


def _wrongly(
    s, h, W, U, v, mask, *, scores: Callable = _scores, weights: Callable = _weights, read: Callable = _read
) -> tuple[Tensor, Tensor]:
    """Additive attention with one of its three steps replaced."""
    a = weights(scores(s, h, W, U, v), mask)
    return read(a, h), a


def _over_hidden_units(s, h, W, U, v, mask) -> tuple[Tensor, Tensor]:
    a = _hidden(s, h, W, U).tanh().softmax(-1) @ v * mask
    return _read(a, h), a


def _swapped(s, h, W, U, v, mask) -> tuple[Tensor, Tensor]:
    return _additive(s, h, W, U, v, mask)[::-1]


def _softmax_then_mask(e: Tensor, mask: Tensor) -> Tensor:
    return e.softmax(-1) * mask


def _over_batch(e: Tensor, mask: Tensor) -> Tensor:
    return e.masked_fill(~mask, float("-inf")).softmax(0)


def _case(says: str, seed: int, rows: tuple[tuple[int, ...], ...]) -> Case:
    def make():
        generator = torch.Generator().manual_seed(seed)
        sizes = {"s": (B, D), "h": (B, S, M), "W": (A, D), "U": (A, M), "v": (A,)}
        draw = partial(torch.randn, generator=generator, dtype=torch.float64)
        given = {name: draw(size) for name, size in sizes.items()}
        given["v"] /= A**0.5  # scores near 1, so that no weight hides the others
        return given | {"mask": torch.tensor(rows, dtype=torch.bool)}

    return Case(f"{says} (B={B}, S={S}, D={D}, M={M}, A={A})", make)


def _score_mistake(message: str, scores: Callable) -> Mistake:
    return Mistake(message, partial(_wrongly, scores=scores))


def _weight_mistake(message: str, weights: Callable) -> Mistake:
    return Mistake(message, partial(_wrongly, weights=weights))


def _read_mistake(message: str, read: Callable) -> Mistake:
    return Mistake(message, partial(_wrongly, read=read))


OVER_BATCH = (
    "the softmax runs over the wrong axis. The weights of one decoder state must sum to 1 over the source "
    "positions (the last axis of the scores); yours sum to 1 over the batch."
)
INVERTED = "the mask is inverted. True means that a position may be attended to; you hide the visible ones."
MASK_AFTER = (
    "the mask comes after the softmax, so hidden positions still take their share and the visible weights "
    "sum to less than 1. Set hidden scores to -inf before the softmax."
)

additive_attention = Check(
    name="additive_attention",
    returns={"context": "B M", "weights": "B S"},
    reference=_additive,
    cases=(
        _case("nothing hidden", 1, ALL_SEEN),  # first, so that the mask is not blamed for what scores do
        _case("some positions hidden in every sentence", 2, HIDDEN_AND_SEEN),
        _case("one sentence with every position hidden", 3, NOTHING_SEEN),
    ),
    mistakes=(
        _weight_mistake(OVER_BATCH, _over_batch),
        _weight_mistake(OVER_BATCH, lambda e, mask: e.softmax(0) * mask),
        Mistake(
            "the softmax runs over the wrong axis: over the hidden units, before v makes one score of them. "
            "The weights must sum to 1 over the source positions.",
            _over_hidden_units,
        ),
        _weight_mistake(
            "every weight is 1: the softmax runs over an axis of length 1. Take that axis away first, "
            "so that the last axis holds the source positions.",
            lambda e, mask: torch.ones_like(e) * mask,
        ),
        _weight_mistake(INVERTED, lambda e, mask: _weights(e, ~mask)),
        _weight_mistake(INVERTED, lambda e, mask: e.masked_fill(mask, float("-inf")).softmax(-1)),
        _weight_mistake(INVERTED, lambda e, mask: e.masked_fill(mask, -1e9).softmax(-1)),
        _weight_mistake(INVERTED, lambda e, mask: e.softmax(-1) * ~mask),
        _weight_mistake(MASK_AFTER, _softmax_then_mask),
        _weight_mistake(
            "hidden scores are set to 0, not to -inf: exp(0) = 1 still takes a share of the weights.",
            lambda e, mask: (e * mask).softmax(-1),
        ),
        _weight_mistake(
            "the mask is not used: padding takes part in the softmax.",
            lambda e, mask: e.softmax(-1),
        ),
        _weight_mistake(
            "there is no softmax: these are the scores themselves. Weights are positive and sum to 1.",
            lambda e, mask: e * mask,
        ),
        _score_mistake(
            "tanh is missing. Without it the score is linear, W s adds the same to every position, and the softmax "
            "cancels it: the weights no longer depend on the decoder state.",
            lambda s, h, W, U, v: _hidden(s, h, W, U) @ v,
        ),
        _score_mistake(
            "the decoder state s has no effect: it is not used, or tanh stands around W s alone, which then adds the "
            "same to every position and cancels in the softmax. The score is v . tanh(W s + U h).",
            lambda s, h, W, U, v: (h @ U.T).tanh() @ v,
        ),
        _score_mistake(
            "v is not used: the hidden units are summed as they are. The score is v . tanh(W s + U h).",
            lambda s, h, W, U, v: _hidden(s, h, W, U).tanh().sum(-1),
        ),
        _score_mistake(
            "the scores are divided by sqrt(A). That belongs to dot products; the additive score has no scale.",
            lambda s, h, W, U, v: _scores(s, h, W, U, v) / A**0.5,
        ),
        _read_mistake(
            "the context is the plain sum of the states. Multiply each state by its weight first.",
            lambda a, h: h.sum(1),
        ),
        _read_mistake(
            "the context is the plain mean of the states. Multiply each state by its weight and sum.",
            lambda a, h: h.mean(1),
        ),
        _read_mistake(
            "the context is divided by S: the weights sum to 1 already, so sum, do not average.",
            lambda a, h: _read(a, h) / S,
        ),
        Mistake("the order is wrong: return (context, weights), in this order.", _swapped),
        _weight_mistake(
            "NaN: in one sentence every position is hidden, and a softmax over -inf alone is 0/0. "
            "Such a sentence gets weights 0 and context 0.",
            lambda e, mask: e.masked_fill(~mask, float("-inf")).softmax(-1),
        ),
        _weight_mistake(
            "a sentence with every position hidden gets equal weights: a finite number, however negative, "
            "hides nothing when all scores are equal. Such a sentence gets weights 0 and context 0.",
            lambda e, mask: e.masked_fill(~mask, -1e9).softmax(-1),
        ),
    ),
)
