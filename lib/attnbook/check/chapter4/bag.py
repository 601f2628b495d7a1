"""The check of the pooling of a bag, Ilse et al. 2018, equations 7 and 8."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import memories
from attnbook.check.chapter4 import terms
from attnbook.check.checker import Check, Mistake
from attnbook.check.reading import weighted_sum

FORMULA = "The score is w . tanh(V h_s)."
TAKES = {"bag": "B S D", "V": "A D", "w": "A"}


def _pooled(bag: Tensor, V: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
    pooled = [spec.mil_pooling(one, V, w) for one in bag]
    rows = [
        spec.softmax(
            torch.stack([spec.dot(w, spec.times(V, h).tanh()) for h in one])
        )
        for one in bag
    ]
    return torch.stack(pooled), torch.stack(rows)


def _scored(score: Callable[..., Tensor]) -> Callable:
    """The right answer but for its scores "B S", made of V h_s and w."""

    return lambda bag, V, w: _weighed(score(bag @ V.T, w), bag)


def _weighed(e: Tensor, bag: Tensor) -> tuple[Tensor, Tensor]:
    """The pooling with these scores."""
    a = e.softmax(-1)
    return weighted_sum(a, bag), a


def _read(which: Callable[..., Tensor]) -> Callable:
    """The right weights, another reading of the bag with them."""

    def answer(bag: Tensor, V: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
        a = _pooled(bag, V, w)[1]
        return which(a, bag), a

    return answer


_case = partial(memories.case, TAKES, rows=())

mil_pooling = Check(
    name="mil_pooling",
    takes=TAKES,
    returns={"pooled": "B D", "weights": "B S"},
    reference=_pooled,
    cases=(
        _case("three bags", 1, sizes={"B": 3, "S": 5, "D": 7, "A": 11}),
        _case("one bag alone", 2, sizes={"B": 1, "S": 3, "D": 5, "A": 2}),
        _case(
            "as many bags as instances in each",
            3,
            sizes={"B": 5, "S": 5, "D": 7, "A": 3},
        ),
    ),
    looks=terms.attention(
        "pooled", lambda bag, **_: bag, "bag", terms.INSTANCES
    ),
    mistakes=(
        Mistake(
            f"tanh is missing. {FORMULA}", _scored(lambda hidden, w: hidden @ w)
        ),
        Mistake(
            f"relu stands where tanh belongs. {FORMULA}",
            _scored(lambda hidden, w: hidden.relu() @ w),
        ),
        Mistake(
            f"sigmoid stands where tanh belongs. {FORMULA}",
            _scored(lambda hidden, w: hidden.sigmoid() @ w),
        ),
        Mistake(
            "tanh comes after w: it must bend the hidden units, before w adds "
            "them up.",
            _scored(lambda hidden, w: (hidden @ w).tanh()),
        ),
        Mistake(
            "tanh bends the instances: it belongs to V h_s. " + FORMULA,
            lambda bag, V, w: _weighed((bag.tanh() @ V.T) @ w, bag),
        ),
        Mistake(
            "tanh is taken twice, the second time of the score. " + FORMULA,
            _scored(lambda hidden, w: (hidden.tanh() @ w).tanh()),
        ),
        Mistake(
            "V is reshaped, not transposed: its rows are torn apart. V.T turns "
            "the axes.",
            lambda bag, V, w: _weighed(
                (bag @ V.reshape(V.shape[::-1])).tanh() @ w, bag
            ),
        ),
        Mistake(
            "sigmoid stands where the softmax belongs: its numbers, divided by "
            "their sum.",
            _scored(
                lambda hidden, w: torch.nn.functional.logsigmoid(
                    hidden.tanh() @ w
                )
            ),
        ),
        Mistake(
            "the hidden units are summed without w: multiply by w, then sum.",
            _scored(lambda hidden, w: hidden.tanh().sum(-1)),
        ),
        Mistake(
            "w comes inside the tanh: bend first, then multiply by w, then "
            "sum.",
            _scored(lambda hidden, w: (hidden * w).tanh().sum(-1)),
        ),
        Mistake(
            "this is the gated form with V in the place of the gate. "
            f"{FORMULA}",
            _scored(lambda h, w: (h.tanh() * h.sigmoid()) @ w),
        ),
        Mistake(
            "you take the instance of the largest weight. The pooled vector is "
            "a sum over all.",
            _read(lambda a, bag: bag[torch.arange(len(bag)), a.argmax(-1)]),
        ),
        Mistake(
            "you take the maximum of each feature: that is max pooling. Sum.",
            _read(lambda a, bag: bag.amax(1)),
        ),
        Mistake(
            "you take the maximum of the weighted instances. Sum them.",
            _read(lambda a, bag: (a[..., None] * bag).amax(1)),
        ),
        Mistake(
            "weights @ bag reads each bag with the weights of every bag, so B "
            "stands twice. weights[:, None] is B 1 S.",
            _read(lambda a, bag: a @ bag),
        ),
    ),
)
