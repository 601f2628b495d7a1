"""The check of additive attention: one decoder state for each sentence."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import memories, properties
from attnbook.check.checker import Check, Mistake
from attnbook.check.memories import attend, dropped
from attnbook.check.reading import visible, weighted_sum

TAKES = {
    "s": "B D",
    "h": "B S M",
    "W_q": "A D",
    "W_k": "A M",
    "v": "A",
    "mask": "B S",
}


def _additive(
    s: Tensor, h: Tensor, W_q: Tensor, W_k: Tensor, v: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    """Sentence by sentence, from the loops of `spec`."""
    contexts, weights = [], []
    for state, memory, seen in zip(s, h, mask, strict=True):
        scores = [spec.additive(state, key, W_q, W_k, v) for key in memory]
        weights.append(spec.softmax(torch.stack(scores), seen))
        contexts.append(spec.read(weights[-1], memory))
    return torch.stack(contexts), torch.stack(weights)


def _sum(s, h, W_q, W_k, **_) -> Tensor:
    """W_q s + W_k h: "B S A"."""
    return (s @ W_q.T)[:, None] + h @ W_k.T


def _scored(
    scores: Callable[..., Tensor], h: Tensor, mask: Tensor, **given: Tensor
) -> tuple[Tensor, Tensor]:
    """The right answer but for its scores."""
    return attend(scores(h=h, **given), h, mask)


def _product(s, h, W_q, W_k, v) -> Tensor:
    return ((s @ W_q.T)[:, None] * (h @ W_k.T)).tanh() @ v


FORMULA = "The score is v . tanh(W_q s + W_k h)."
SCORES = (
    (
        "tanh is missing, or does not go around the whole sum: W_q s adds the "
        "same to every position.",
        lambda v, **given: _sum(**given) @ v,
    ),
    (
        "W_q s is missing, or stands outside the tanh.",
        lambda h, W_k, v, **_: (h @ W_k.T).tanh() @ v,
    ),
    (
        "W_q s and W_k h are subtracted; add them.",
        lambda h, v, **given: _sum(h=-h, **given).tanh() @ v,
    ),
    (
        "tanh comes after v: it must bend the hidden units, before v adds them "
        "up.",
        lambda v, **given: (_sum(**given) @ v).tanh(),
    ),
    (
        "relu stands where tanh belongs.",
        lambda v, **given: _sum(**given).relu() @ v,
    ),
    (
        "sigmoid stands where tanh belongs.",
        lambda v, **given: _sum(**given).sigmoid() @ v,
    ),
    ("W_q s and W_k h are multiplied; add them.", _product),
)


def _projected(
    s: Tensor, h: Tensor, W_q: Tensor, W_k: Tensor, v: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    """The context made of W_k h, "B S A"."""
    a = visible(_sum(s, h, W_q, W_k).tanh() @ v, mask)
    return weighted_sum(a, h @ W_k.T), a


def _crossed(h: Tensor, **given: Tensor) -> tuple[Tensor, Tensor]:
    """The weights of each sentence on each memory."""
    a = _additive(h=h, **given)[1]
    return a @ h, a


_case = partial(memories.case, TAKES)

additive_attention = Check(
    name="additive_attention",
    takes=TAKES,
    returns={"context": "B M", "weights": "B S"},
    reference=_additive,
    cases=(
        # The mask comes later, so that it is not blamed for what scores do.
        _case("nothing hidden", 1, memories.ALL_SEEN),
        _case(
            "some positions hidden in every sentence",
            2,
            memories.HIDDEN_AND_SEEN,
        ),
        _case(
            memories.EMPTY,
            3,
            memories.NOTHING_SEEN,
        ),
        _case(
            "one sentence alone, other sizes",
            4,
            memories.ONE_SEEN,
            memories.ONE,
        ),
    ),
    looks=(dropped, *properties.attention()),
    mistakes=(
        *(
            Mistake(f"{message} {FORMULA}", partial(_scored, scores))
            for message, scores in SCORES
        ),
        Mistake("you sum W_k h; sum h.", _projected),
        Mistake(
            "weights @ h reads each sentence with the weights of every "
            "sentence, so B stands twice. weights[:, None] is B 1 S.",
            _crossed,
        ),
    ),
)
