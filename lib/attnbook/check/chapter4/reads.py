"""The check of attention over a batch: queries, keys, values, and a mask."""

from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import memories
from attnbook.check.chapter4 import scale, terms
from attnbook.check.chapter4.scaled import RESHAPED
from attnbook.check.checker import Case, Check, Mistake

SIZES = {"B": 3, "T": 2, "S": 5, "K": 11, "V": 7}
SQUARE = SIZES | {"T": 5}
WORDS = terms.KEYS | {
    "the mask is not used": "the mask is not used, or not row by row",
    "The mask alone says what is hidden.": "The mask alone says what is "
    "hidden, in a row for each query.",
}
ONE = {"B": 1, "T": 5, "S": 3, "K": 2, "V": 7}


def _attend(
    Q: Tensor, K: Tensor, V: Tensor, mask: Tensor | None
) -> tuple[Tensor, Tensor]:
    """Sentence by sentence, from the loops of `spec`."""
    masks = [None] * len(Q) if mask is None else mask
    rows = [
        spec.weights(q, k, seen) for q, k, seen in zip(Q, K, masks, strict=True)
    ]
    read = [
        torch.stack([spec.read(row, v) for row in a])
        for a, v in zip(rows, V, strict=True)
    ]
    return torch.stack(read), torch.stack(rows)


TAKES = {"Q": "B T K", "K": "B S K", "V": "B S V", "mask": "B T S"}
_case = partial(memories.case, TAKES)


def _unmasked(case: Case) -> Case:
    """The same case without a mask."""
    return Case(
        f"no mask is given, {case.says}", lambda: case.make() | {"mask": None}
    )


def _mask(sizes: dict[str, int], blind: int | None = None) -> tuple:
    """A row for each query of the batch: it sees three of five keys, others
    than its neighbours; the row `blind` sees none.
    """
    return tuple(
        tuple(
            int((2 * s + 3 * t) % 5 < 3 and t != blind)
            for s in range(sizes["S"])
        )
        for t in range(sizes["B"] * sizes["T"])
    )


def _all(sizes: dict[str, int]) -> tuple:
    return ((1,) * sizes["S"],) * (sizes["B"] * sizes["T"])


def _turned(a: Tensor, V: Tensor) -> Tensor:
    """Columns of the weights in the place of rows, where there are as many."""
    return (a.mT if a.shape[1] == a.shape[2] else a) @ V


def _read(what: str):
    """The right weights, and a mistake in what is read with them."""

    def answer(Q, K, V, mask):
        read, a = _attend(Q, K, V, mask)
        best = a.argmax(-1)
        others = {
            "best": V[torch.arange(len(V))[:, None], best],
            "turned": _turned(a, V),
            "scaled": read * K.shape[-1] ** -0.5,
            "crossed": torch.einsum("bts,csv->btv", a, V) / len(V),
        }
        return others[what], a

    return answer


def _late(Q, K, V, mask):
    """The weights divided by sqrt(K), and not the scores."""
    root = K.shape[-1] ** 0.5
    _, a = _attend(Q * root, K, V, mask)
    return torch.einsum("bts,bsv->btv", a / root, V), a / root


def _reshaped(Q, K, V, mask):
    """The numbers of K in their order, in the shape of its transpose."""
    turned = K.reshape(len(K), K.shape[2], K.shape[1])
    return _attend(Q, turned.mT, V, mask)


def _low(case: Case) -> Case:
    """The same case with all scores 40 lower, where -30 hides nothing, and no
    small number may be added to a sum of exponentials.
    """

    def make():
        given = case.make()
        given["Q"][..., 0] = given["Q"].shape[-1] ** 0.5
        given["K"][..., 0] = -40.0
        return given

    return Case(f"scores near -40, {case.says}", make)


attend = Check(
    name="attend",
    takes=TAKES,
    returns={"output": "B T V", "weights": "B T S"},
    reference=_attend,
    cases=(
        _case("fewer queries than keys, all seen", 5, _all(SIZES), SIZES),
        _case("as many queries as keys, all seen", 1, _all(SQUARE), SQUARE),
        _case(
            "fewer queries than keys, each sees others", 2, _mask(SIZES), SIZES
        ),
        _case(
            "as many queries as keys, each sees others",
            3,
            _mask(SQUARE),
            SQUARE,
        ),
        _case(
            "one query that may see nothing: it gets weights 0 and reads zeros",
            4,
            _mask(SIZES, blind=3),
            SIZES,
        ),
        _unmasked(_case("all seen", 7, _all(SIZES), SIZES)),
        _case("one sentence, more queries than keys", 6, _mask(ONE), ONE),
        _low(_case("each sees others", 8, _mask(SIZES), SIZES)),
    ),
    looks=(
        scale.look("Q"),
        *terms.attention("output", lambda V, **_: V, "V", WORDS),
    ),
    mistakes=(
        Mistake(
            "you take the value of the largest weight. The output is a sum "
            "over all keys.",
            _read("best"),
        ),
        Mistake(
            "the output of query t is made with column t of the weights: what "
            "all queries give to one key. Its weights are row t.",
            _read("turned"),
        ),
        Mistake(
            "the output is divided by sqrt(K). The scaling belongs to the "
            "scores.",
            _read("scaled"),
        ),
        Mistake(
            "the softmax comes before the scaling: divide the scores by "
            "sqrt(K), not the weights.",
            _late,
        ),
        Mistake(
            "every sentence reads the mean of all values of the batch: the "
            "letter b belongs to both factors of the sum.",
            _read("crossed"),
        ),
        Mistake(RESHAPED, _reshaped),
    ),
)
