"""One value turned into another: the matter that slips are made of."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

Turn = Callable[[Any], Any]
Turns = Iterator[tuple[str, Turn]]
Make = Callable[..., Any]


def is_number(value: Any) -> bool:
    """True for a float, and for a tensor of floats."""
    return isinstance(value, float) or (
        isinstance(value, Tensor) and value.is_floating_point()
    )


def is_mask(value: Any) -> bool:
    """True for a tensor of bool."""
    return isinstance(value, Tensor) and value.dtype == torch.bool


def masks(mask: Any, axes: list[str]) -> Turns:
    """What may be wrong with a mask."""
    if not is_mask(mask):
        return
    yield "is ignored, as if it were True everywhere", torch.ones_like
    yield "is inverted", torch.logical_not
    yield "is False everywhere", torch.zeros_like
    yield "is True in one place too many", lambda m: m | m.roll(1, -1)
    yield "is False in one place too many", lambda m: m & m.roll(1, -1)
    yield "has its True places in front", lambda m: m.sort(-1, True).values
    if mask.ndim > 1:
        yield "is True where it is True in any row", _anywhere
        for i, axis in enumerate(axes[1:-1], 1):
            first = partial(PLACES["repeats its first entry"], i=i)
            yield f"is that of the first {axis} for all", first
        yield "uses its first row for every row", lambda m: m[:1].expand_as(m)
        yield "uses its last row for every row", lambda m: m[-1:].expand_as(m)
    if mask.ndim > 1 and mask.shape[-1] == mask.shape[-2]:
        yield "is transposed", lambda m: m.mT
        yield "hides each word from itself", lambda m: m & ~_eye(m)


def _anywhere(mask: Tensor) -> Tensor:
    return mask.any(0, True).expand_as(mask)


def _eye(mask: Tensor) -> Tensor:
    return torch.eye(mask.shape[-2], mask.shape[-1], dtype=torch.bool)


def hidden(value: Any, axes: list[str]) -> Turns:
    """A finite score, where -inf hides; a share of nothing."""
    if not is_number(value) or not isinstance(value, Tensor) or not value.ndim:
        return
    if bool((value == 0).all(-1).any()):
        yield (
            "is 0 / 0 in a row where everything is hidden",
            lambda v: v.masked_fill((v == 0).all(-1, True), torch.nan),
        )
    if bool(value.isneginf().any()):
        for score in SCORES:
            message = f"has {score:g} in hidden places instead of -inf"
            yield message, partial(_filled, by=score)


def counts(value: Any, axes: list[str]) -> Turns:
    """What may stand instead of a whole number."""
    if type(value) is int:
        for message, other in COUNTS.items():
            yield f"is {message}", other


def bends(value: Any, axes: list[str]) -> Turns:
    """Another function of each number."""
    if is_number(value):
        for message, bend in BENDS.items():
            yield message, _of_any(bend)
    elif isinstance(value, Tensor) and not is_mask(value):
        yield from STEPS.items()


def moves(value: Any, axes: list[str]) -> Turns:
    """A tensor whose numbers stand elsewhere, or are those of a neighbour."""
    if not isinstance(value, Tensor) or is_mask(value):
        return
    if value.ndim > 1 and value.shape[-1] == value.shape[-2]:
        yield "is transposed", lambda v: v.mT
    for i, j in combinations(range(value.ndim), 2):
        both = f"{axes[i]} and {axes[j]}"
        yield (
            f"is reshaped where {both} should swap",
            partial(_mixed, i=i, j=j),
        )
        yield (
            f"has its numbers mixed along {both}: a reshape swaps no axes",
            partial(_reshaped, i=i, j=j),
        )
    for i, axis in enumerate(axes):
        if value.shape[i] > 1:
            kinds = PLACES | (SHARES if value.is_floating_point() else {})
            for message, move in kinds.items():
                yield f"{message} along {axis}", partial(move, i=i)


def cuts(value: Any, axes: list[str]) -> Turns:
    """A tensor that is shorter, or one end of a list alone."""
    if isinstance(value, list | tuple):
        yield from ROWS.items()
    elif isinstance(value, Tensor):
        for i, axis in enumerate(axes):
            if value.shape[i] > 1:
                for message, at in ENDS.items():
                    yield f"{message} along {axis}", partial(_cut, i=i, at=at)


def _cut(v: Tensor, i: int, at: int) -> Tensor:
    return v.narrow(i, at, v.shape[i] - 1)


def _filled(v: Tensor, by: float) -> Tensor:
    return v.masked_fill(v.isneginf(), by)


def _mixed(v: Tensor, i: int, j: int) -> Tensor:
    return v.transpose(i, j).reshape(v.shape)


def _reshaped(v: Tensor, i: int, j: int) -> Tensor:
    return v.reshape(v.transpose(i, j).shape).transpose(i, j)


def _without(v: Tensor, i: int, place: int) -> Tensor:
    gone = v.clone()
    gone.select(i, place).zero_()
    return gone


def _largest(v: Tensor, i: int) -> Tensor:
    return torch.zeros_like(v).scatter(i, v.argmax(i, keepdim=True), 1)


def _of_any(bend: Callable[[Tensor], Tensor]) -> Turn:
    """A function of tensors, for plain numbers too."""

    def turn(x: Any) -> Any:
        if isinstance(x, Tensor):
            return bend(x)
        return float(bend(torch.tensor(x, dtype=torch.float64)))

    return turn


PLACES: dict[str, Make] = {
    "is reversed": lambda v, i: v.flip(i),
    "is shifted by one": lambda v, i: v.roll(1, i),
    "is shifted back by one": lambda v, i: v.roll(-1, i),
    "is counted from its first entry": lambda v, i: v - v.narrow(i, 0, 1),
    "repeats its first entry": lambda v, i: v.narrow(i, 0, 1).expand_as(v),
}
ROWS: dict[str, Turn] = {
    "has its first entry alone": lambda v: v[:1],
    "has its last entry alone": lambda v: v[-1:],
}
ENDS = {"begins at its second entry": 1, "ends before its last entry": 0}
SHARES: dict[str, Make] = {
    "is replaced by its mean": lambda v, i: v.mean(i, True).expand_as(v),
    "is replaced by its running sum": lambda v, i: v.cumsum(i),
    "lacks its first entry": lambda v, i: _without(v, i, 0),
    "has its first entry alone": lambda v, i: v - _without(v, i, 0),
    "has its last entry alone": lambda v, i: v - _without(v, i, -1),
    "is divided by how many are not 0": lambda v, i: v / (v != 0).sum(i, True),
    "goes through a softmax": lambda v, i: v.softmax(i),
    "is 1 at its largest entry and 0 elsewhere": _largest,
}
SCORES = (0, -1e9, -1e4, -1e3, -100, -50, -30, -10, -1, torch.inf)
COUNTS: dict[str, Turn] = {
    "replaced by its reciprocal": lambda n: 1 / n,
    "replaced by its square root": lambda n: n**0.5,
    "replaced by 0": lambda _: 0,
    "replaced by 1": lambda _: 1,
}
BENDS: dict[str, Callable[[Tensor], Tensor]] = {
    "is set to 0": torch.zeros_like,
    "is subtracted from 1": lambda v: 1 - v,
    "is replaced by its square root": torch.sqrt,
    "is replaced by its reciprocal": torch.reciprocal,
    "is too large by 1": lambda v: v + 1,
    "is too small by 1": lambda v: v - 1,
    "goes through tanh": torch.tanh,
    "has its negative numbers set to 0": torch.relu,
    "is rounded": torch.round,
    "is rounded down": torch.floor,
    "is turned from degrees to radians": torch.deg2rad,
}
STEPS: dict[str, Turn] = {
    "is too large by 1": lambda n: n + 1,
    "is too small by 1": lambda n: n - 1,
}
SUMMARIES: dict[str, Make] = {
    "sum": torch.sum,
    "largest": torch.amax,
    "product": torch.prod,
    "first": lambda v, i: v.select(i, 0),
    "last": lambda v, i: v.select(i, -1),
}
ALL = (masks, bends, moves, cuts, counts)
