"""One value turned into another: the matter that slips are made of."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor

Turn = Callable[[Any], Any]


def is_number(value: Any) -> bool:
    """True for a float, and for a tensor of floats."""
    return isinstance(value, float) or (
        isinstance(value, Tensor) and value.is_floating_point()
    )


def is_mask(value: Any) -> bool:
    """True for a tensor of bool."""
    return isinstance(value, Tensor) and value.dtype == torch.bool


def masks(mask: Tensor) -> Iterator[tuple[str, Turn]]:
    """What may be wrong with a mask."""
    yield "is not used: nothing is hidden", torch.ones_like
    yield "is inverted: what may be seen is hidden", torch.logical_not
    yield "hides everything", torch.zeros_like
    yield (
        "is shifted by one: one place more is seen",
        lambda m: m | m.roll(1, -1),
    )
    yield "hides one place too many", lambda m: m & m.roll(1, -1)
    if mask.ndim > 1:
        yield "is that of the first row for all", lambda m: m[:1].expand_as(m)
        yield "is that of the last row for all", lambda m: m[-1:].expand_as(m)
    if mask.ndim > 1 and mask.shape[-1] == mask.shape[-2]:
        yield "is transposed", lambda m: m.mT
        yield "hides each word from itself", lambda m: m & ~_eye(m)
        yield (
            "hides each word from itself, but for the first",
            lambda m: m & ~_eye(m) | (torch.arange(m.shape[-1]) == 0),
        )


def _eye(mask: Tensor) -> Tensor:
    return torch.eye(mask.shape[-2], mask.shape[-1], dtype=torch.bool)


def turns(value: Any, axes: list[str]) -> Iterator[tuple[str, Turn]]:
    """A tensor whose numbers stand elsewhere, or are those of a neighbour."""
    if not isinstance(value, Tensor) or not value.ndim or is_mask(value):
        return
    if value.ndim > 1:
        yield from _reshaped(value, axes)
    for i, axis in enumerate(axes):
        if value.shape[i] > 1:
            yield from _along(i, axis, value.is_floating_point())


def _reshaped(value: Tensor, axes: list[str]) -> Iterator[tuple[str, Turn]]:
    if value.shape[-1] == value.shape[-2]:
        yield "is transposed", lambda v: v.mT
    for i in range(value.ndim):
        for j in range(i + 1, value.ndim):
            says = f"is reshaped where {axes[i]} and {axes[j]} should be transposed"
            yield says, lambda v, i=i, j=j: v.transpose(i, j).reshape(v.shape)
            yield (
                says,
                lambda v, i=i, j=j: v.reshape(
                    v.transpose(i, j).shape
                ).transpose(i, j),
            )


def _along(i: int, axis: str, numbers: bool) -> Iterator[tuple[str, Turn]]:
    yield f"stands backwards along {axis}", lambda v: v.flip(i)
    for by in (1, -1):
        says = f"is shifted by one along {axis}"
        yield says, lambda v, by=by: v.roll(by, i)
    yield (
        f"is the first along {axis} for all",
        lambda v: v[_at(i, 0)].expand_as(v),
    )
    yield (
        f"is the last along {axis} for all",
        lambda v: v[_at(i, -1)].expand_as(v),
    )
    if numbers:
        yield (
            f"is the mean along {axis}",
            lambda v: v.mean(i, True).expand_as(v),
        )
        yield f"is the sum along {axis}", lambda v: v.sum(i, True).expand_as(v)
        yield f"is added up along {axis}, place by place", lambda v: v.cumsum(i)
        yield f"lacks the first along {axis}", lambda v: _without(v, i, 0)
        yield f"lacks the last along {axis}", lambda v: _without(v, i, -1)
        yield f"is made to sum to 1 along {axis}", lambda v: v / v.sum(i, True)
        yield f"goes through a softmax along {axis}", lambda v: v.softmax(i)
        yield f"is the largest alone along {axis}", lambda v: _largest(v, i)


def _at(axis: int, place: int) -> tuple[slice, ...]:
    end = None if place == -1 else place + 1
    return (slice(None),) * axis + (slice(place, end),)


def _without(value: Tensor, axis: int, place: int) -> Tensor:
    gone = value.clone()
    gone[_at(axis, place)] = 0
    return gone


def _largest(value: Tensor, axis: int) -> Tensor:
    best = value.argmax(axis, keepdim=True)
    return torch.zeros_like(value).scatter(axis, best, 1)


def counts(name: str) -> Iterator[tuple[str, Turn]]:
    """What may stand instead of a whole number."""
    yield f"{name} + 1 stands instead of {name}", lambda n: n + 1
    yield f"{name} - 1 stands instead of {name}", lambda n: n - 1
    yield f"2 {name} stands instead of {name}", lambda n: 2 * n
    yield f"{name} / 2 stands instead of {name}", lambda n: n / 2
    yield f"1 / {name} stands instead of {name}", lambda n: 1 / n
    yield f"sqrt({name}) stands instead of {name}", lambda n: n**0.5
    yield f"{name} ** 2 stands instead of {name}", lambda n: n * n
    for number in (0, 1, 2):
        yield f"{number} stands instead of {name}", lambda _, k=number: k


def of_any(bend: Callable[[Tensor], Tensor]) -> Turn:
    """A function of tensors, for plain numbers too."""
    return lambda x: (
        bend(x)
        if isinstance(x, Tensor)
        else float(bend(torch.tensor(x, dtype=torch.float64)))
    )


BENDS: dict[str, Callable[[Tensor], Tensor]] = {
    "has its sign turned": torch.neg,
    "is subtracted from 1": lambda v: 1 - v,
    "is squared": torch.square,
    "has its root taken": torch.sqrt,
    "is taken without its sign": torch.abs,
    "is its reciprocal": torch.reciprocal,
    "goes through exp": torch.exp,
    "goes through a logarithm": torch.log,
    "is too large by 1": lambda v: v + 1,
    "is too small by 1": lambda v: v - 1,
    "is too large by 1/2": lambda v: v + 0.5,
    "is too small by 1/2": lambda v: v - 0.5,
    "goes through a sigmoid": torch.sigmoid,
    "goes through tanh": torch.tanh,
    "goes through atanh": torch.atanh,
    "is cut off below 0": torch.relu,
    "is cut off above 0": lambda v: -torch.relu(-v),
    "is rounded": torch.round,
    "is cut down to whole numbers": torch.floor,
    "is cubed": lambda v: v**3,
    "goes through a logarithm of the softmax": lambda v: v.log_softmax(-1),
    "has its NaN replaced by 0": lambda v: v.nan_to_num(0.0),
    "is computed in float32": lambda v: v.float().double(),
}
SUMMARIES: dict[str, Callable[[Tensor, int], Tensor]] = {
    "sum": torch.sum,
    "mean": torch.mean,
    "largest": torch.amax,
    "smallest": torch.amin,
    "product": torch.prod,
    "first": lambda v, i: v.select(i, 0),
    "last": lambda v, i: v.select(i, -1),
}
SETS: dict[str, Callable[[set, set], set]] = {
    "what is in one or both": set.union,
    "what is in both": set.intersection,
    "what is in the first alone": set.difference,
    "what is in the second alone": lambda a, b: b - a,
    "what is in one and not in both": set.symmetric_difference,
    "the first": lambda a, b: a,
    "the second": lambda a, b: b,
}
JOINS: dict[str, Callable[[Any, Any], Any]] = {
    "added": lambda a, b: a + b,
    "taken away": lambda a, b: a - b,
    "multiplied in": lambda a, b: a * b,
}
