"""Cases: arguments made anew for each call, so that a changed one shows."""

import random
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from attncourse.checks.values import Values

Change = Callable[[Values], None]
Make = Callable[[dict[str, str]], Values]
OTHER = "another: "
"""How the name of a case begins that is made from one of the exercise."""
FREE = "BTS"
"""The axes of sentences and words, of which there may be more."""


@dataclass(frozen=True)
class Case:
    """What makes the arguments of a case, from their axes (see `case`)."""

    seed: int
    changes: tuple[Change, ...]
    whole: bool
    fixed: dict[str, Any]

    def __call__(self, takes: dict[str, str]) -> Values:
        """The arguments, made anew."""
        letters = {a for axes in takes.values() for a in axes.split()}
        given = {
            n: _given(self.fixed[n])
            for n in takes
            if n in self.fixed.keys() - letters
        }
        sizes = {"1": 1} | self.fixed
        for name, x in given.items():
            if isinstance(x, Tensor):
                sizes |= dict(zip(takes[name].split(), x.shape, strict=True))
        generator = torch.Generator().manual_seed(self.seed)
        values: Values = {}
        for name, axes in takes.items():
            shape = [sizes[a.rstrip("'")] for a in axes.split()]
            values[name] = (
                given[name]
                if name in given
                else self.drawn(name, shape, generator)
            )
        for change in self.changes:
            change(values)
        return values

    def drawn(
        self, name: str, shape: list[int], generator: torch.Generator
    ) -> Tensor:
        """One argument, of random numbers."""
        x = torch.randn(shape, generator=generator, dtype=torch.float64)
        if self.whole:
            return (1.5 * x).round() + 0.0  # no -0
        return x / shape[0] ** 0.5 if name.startswith("W_") else x

    def other(self, seed: int, free: bool) -> "Case":
        """The same with other numbers; with more sentences and words, too,
        where their number is `free`.
        """
        more = random.Random(seed + self.seed)
        sizes = {
            a: size + 2 * more.randint(0, 1)  # some halve a text
            for a, size in self.fixed.items()
            if free and a in FREE and type(size) is int and size > 1
        }
        drawn = more.randrange(2**31)
        return replace(self, seed=drawn, fixed=self.fixed | sizes)


def case(
    seed: int = 0, *changes: Change, whole: bool = False, **fixed: Any
) -> Case:
    """What makes the arguments of a case, from their axes.

    What `fixed` holds are arguments, or sizes by the letter of their axis. All
    other arguments are drawn: normal numbers, or small whole ones. Matrices
    W_... are divided by the root of their rows, so that scores stay near 1.
    Then each change is made.
    """
    return Case(seed, changes, whole, fixed)


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
