"""Checks of a softmax over a grid, and of additive attention over one."""

from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import additive, memories
from attnbook.check.chapter3.grids import over_grid
from attnbook.check.checker import Case, Check, Mistake

# Sizes are pairwise different, so that a swapped axis shows; S < M, so that a
# context tells the weights that made it.
WIDE = {"B": 5, "I": 2, "J": 3, "M": 7, "A": 11, "units": 13}
TALL = {"B": 1, "I": 3, "J": 2, "M": 11, "A": 5, "units": 7}
SQUARE = {"B": 2, "I": 3, "J": 3, "M": 13, "A": 5, "units": 7}


def _cases(takes: dict[str, str]) -> tuple[Case, ...]:
    case = partial(memories.case, takes, rows=())
    return (
        case("more columns than rows", 1, sizes=WIDE),
        case("as many rows as columns", 2, sizes=SQUARE),
        case("one image alone, more rows than columns", 3, sizes=TALL),
    )


# One softmax over all places


def _softmax(e: Tensor) -> Tensor:
    """Image by image, the places in one row."""
    return torch.stack([spec.softmax(one.flatten()) for one in e]).reshape(
        e.shape
    )


def _shares(x: Tensor) -> Tensor:
    """Divided by the sum over the grid."""
    return x / x.sum((-2, -1), keepdim=True)


_softmax_takes = {"e": "B I J"}

grid_softmax = Check(
    name="grid_softmax",
    takes=_softmax_takes,
    returns={"weights": "B I J"},
    reference=_softmax,
    cases=_cases(_softmax_takes),
    looks=over_grid(score="what reaches the softmax is not e"),
    mistakes=(
        Mistake(
            "two softmaxes, over the rows, then over the columns.",
            lambda e: e.softmax(-1).softmax(-2),
        ),
        Mistake(
            "two softmaxes, over the columns, then over the rows.",
            lambda e: e.softmax(-2).softmax(-1),
        ),
        Mistake(
            "a softmax over the rows times one over the columns.",
            lambda e: e.softmax(-1) * e.softmax(-2),
        ),
        Mistake(
            "a softmax over the rows times one over the columns, divided by "
            "the sum of all.",
            lambda e: _shares(e.softmax(-1) * e.softmax(-2)),
        ),
        Mistake(
            "the mean of a softmax over the rows and one over the columns.",
            lambda e: (e.softmax(-1) + e.softmax(-2)) / 2,
        ),
        Mistake(
            "each exponential is divided by the sum of its row and by that of "
            "its column. Divide by one sum, that of the whole grid.",
            lambda e: (
                e.exp()
                / (
                    e.exp().sum(-1, keepdim=True)
                    * e.exp().sum(-2, keepdim=True)
                )
            ),
        ),
    ),
)

# Additive attention over a grid


def _row(s, z, W_q, W_k, v) -> dict[str, Tensor]:
    """The arguments of chapter 2's attention: the places in one row, all of
    them seen.
    """
    given = {"s": s, "h": z.flatten(1, 2), "W_q": W_q, "W_k": W_k, "v": v}
    return given | {"mask": torch.ones(z.shape[0], z[0, ..., 0].numel()).bool()}


def _grid_attention(s, z, W_q, W_k, v) -> tuple[Tensor, Tensor]:
    row = _row(s, z, W_q, W_k, v)
    context, a = additive.additive_attention.reference(**row)
    return context, a.reshape(z.shape[:3])


def _mistaken(mistake: Mistake, z: Tensor, **given: Tensor) -> tuple:
    """The mistake of chapter 2, made over a grid."""
    context, a = mistake.answer(**_row(z=z, **given))
    return context, a.reshape(z.shape[:3])


def _mixed(z: Tensor, **given: Tensor) -> tuple[Tensor, Tensor]:
    """Places and features mixed, as by a reshape to (B, M, S)."""
    mixed = z.reshape(len(z), z.shape[-1], -1).mT.reshape(z.shape)
    return _grid_attention(z=mixed, **given)


def _best(z: Tensor, **given: Tensor) -> tuple[Tensor, Tensor]:
    """The features of the place with the largest weight."""
    _, a = _grid_attention(z=z, **given)
    best = a.flatten(1).argmax(-1)
    return z.flatten(1, 2)[torch.arange(len(z)), best], a


def _without_v(v: Tensor, **given: Tensor) -> tuple[Tensor, Tensor]:
    return _grid_attention(v=torch.ones_like(v), **given)


_takes = {"s": "B units", "z": "B I J M"}
_takes |= {"W_q": "A units", "W_k": "A M", "v": "A"}
SCORES = additive.additive_attention.mistakes[: len(additive.SCORES)]

grid_attention = Check(
    name="grid_attention",
    takes=_takes,
    returns={"context": "B M", "weights": "B I J"},
    reference=_grid_attention,
    cases=_cases(_takes),
    looks=over_grid("z"),
    mistakes=(
        *(
            Mistake(
                mistake.message.replace("W_k h", "W_k z").replace(
                    "position", "place"
                ),
                partial(_mistaken, mistake),
            )
            for mistake in SCORES
        ),
        Mistake(
            "the hidden layer is summed without v: multiply by v, then sum.",
            _without_v,
        ),
        Mistake(
            "z is reshaped to (B, M, S), which mixes places and features. "
            "flatten(1, 2) makes one row of all places and leaves M.",
            _mixed,
        ),
        Mistake(
            "you take z where the weight is largest. A context is a sum over "
            "all places.",
            _best,
        ),
    ),
)
