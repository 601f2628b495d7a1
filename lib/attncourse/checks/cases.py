"""Cases: arguments made anew for each call, so that a changed one shows."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import numpy as np
import torch
from torch import Tensor

from attncourse.checks.values import Values

Change = Callable[[Values], None]
Make = Callable[[dict[str, str]], Values]


def case(
    seed: int = 0, *changes: Change, whole: bool = False, **fixed: Any
) -> Make:
    """What makes the arguments of a case, from their axes.

    What `fixed` holds are arguments, or sizes by the letter of their axis. All
    other arguments are drawn: normal numbers, or small whole ones. Matrices
    W_... are divided by the root of their rows, so that scores stay near 1.
    Then each change is made.
    """

    def make(takes: dict[str, str]) -> Values:
        letters = {a for axes in takes.values() for a in axes.split()}
        given = {
            n: _given(fixed[n]) for n in takes if n in fixed.keys() - letters
        }
        sizes = {"1": 1} | fixed
        for name, x in given.items():
            if isinstance(x, Tensor):
                sizes |= dict(zip(takes[name].split(), x.shape, strict=True))
        generator = torch.Generator().manual_seed(seed)
        values: Values = {}
        for name, axes in takes.items():
            if name in given:
                values[name] = given[name]
                continue
            shape = [sizes[a.rstrip("'")] for a in axes.split()]
            x = torch.randn(shape, generator=generator, dtype=torch.float64)
            if whole:
                x = (1.5 * x).round() + 0.0  # no -0
            elif name.startswith("W_"):
                x = x / shape[0] ** 0.5
            values[name] = x
        for change in changes:
            change(values)
        return values

    return make


def large(name: str) -> Change:
    """A change: one argument is 1000 times as large, and exponentials of
    scores made of it overflow.
    """
    return lambda inputs: inputs.update({name: 1000 * inputs[name]})


def shares(name: str, far: float) -> Change:
    """A change: rows become shares, of numbers `far` times as far apart."""
    return lambda inputs: inputs.update(
        {name: (far * inputs[name]).softmax(-1)}
    )


def _given(value: Any) -> Any:
    """A tuple or a list as a tensor, all else copied. "110" is a row of a mask
    that hides the last place.
    """
    if isinstance(value, tuple | list):
        return torch.from_numpy(np.array(_nested(value)))
    return deepcopy(value)


def _nested(value: Any) -> Any:
    if isinstance(value, str):
        return [mark == "1" for mark in value]
    return [*map(_nested, value)] if isinstance(value, tuple | list) else value
