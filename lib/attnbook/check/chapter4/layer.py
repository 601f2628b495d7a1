"""The check of the layer: queries of one input, keys and values of another."""

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import memories
from attnbook.check.chapter4 import scale, terms
from attnbook.check.chapter4.reads import attend
from attnbook.check.checker import Case, Check, Mistake

TAKES = {
    "x": "B T D",
    "memory": "B S M",
    "W_q": "D K",
    "W_k": "M K",
    "W_v": "M V",
}
SIZES = {"B": 3, "T": 2, "S": 5, "D": 13, "M": 11, "K": 17, "V": 7}


def _projected(x: Tensor, W: Tensor) -> Tensor:
    """Each row times the matrix, "B T D" to "B T K"."""
    return torch.stack(
        [torch.stack([spec.times(W.T, row) for row in rows]) for rows in x]
    )


def _layer(
    x: Tensor, memory: Tensor, W_q: Tensor, W_k: Tensor, W_v: Tensor
) -> tuple[Tensor, Tensor]:
    return attend.reference(
        _projected(x, W_q),
        _projected(memory, W_k),
        _projected(memory, W_v),
        None,
    )


def _case(says: str, seed: int, **sizes: int) -> Case:
    return memories.even(memories.case(TAKES, says, seed, (), SIZES | sizes))


def _values(memory: Tensor, W_v: Tensor, **_: Tensor) -> Tensor:
    return memory @ W_v


def _best(x, memory, W_q, W_k, W_v) -> tuple[Tensor, Tensor]:
    _, a = _layer(x, memory, W_q, W_k, W_v)
    values = memory @ W_v
    return values[torch.arange(len(values))[:, None], a.argmax(-1)], a


def _by_query(x, memory, W_q, W_k, W_v) -> tuple[Tensor, Tensor]:
    """The softmax over the queries."""
    e = (x @ W_q) @ (memory @ W_k).mT / W_q.shape[-1] ** 0.5
    a = e.softmax(1)
    return a @ (memory @ W_v), a


def _mended(x, memory, W_q, W_k, W_v) -> tuple[Tensor, Tensor]:
    """The softmax over the queries, each row divided by its sum."""
    _, a = _by_query(x, memory, W_q, W_k, W_v)
    a = a / a.sum(-1, keepdim=True)
    return a @ (memory @ W_v), a


attention_layer = Check(
    name="attention_layer",
    takes=TAKES,
    returns={"output": "B T V", "weights": "B T S"},
    reference=_layer,
    cases=(
        _case("fewer queries than keys", 2),
        _case("as many queries as keys", 1, T=5),
        _case("one sentence, more queries than keys", 3, B=1, T=5, S=3),
    ),
    looks=(
        scale.look("W_q"),
        *terms.attention(
            "output", _values, "the values", terms.UNMASKED | terms.KEYS
        ),
    ),
    mistakes=(
        Mistake(
            "so each key is shared out among the queries, and two that ask "
            "the same get half each. Each query has a softmax of its own.",
            _by_query,
        ),
        Mistake(
            "the softmax still runs over the queries. Rows divided by their "
            "sums sum to 1, but are no softmax over the keys.",
            _mended,
        ),
        Mistake(
            "you take the value of the largest weight. The output is a sum "
            "over all keys.",
            _best,
        ),
    ),
)
