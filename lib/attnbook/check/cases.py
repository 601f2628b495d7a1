"""Cases: arguments made anew for each call, so that a changed one shows."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

Values = dict[str, Any]
Make = Callable[[], Values]


def drawn(
    takes: dict[str, str],
    seed: int,
    *changes: Callable[[Values], None],
    whole: bool = False,
    inputs: Values | None = None,
    seen: tuple[str, ...] = (),
    **sizes: int,
) -> Make:
    """Normal numbers for each argument with axes, or small whole ones.

    Matrices W_... are divided by the root of their rows, so that scores stay
    near 1. `given` are arguments as they are, `seen` the rows of a mask of
    each sentence; then each change is made.
    """
    fixed = inputs or {}
    if seen:
        mask = rows(*seen)
        sizes |= dict(zip("BS", mask.shape, strict=True))
        fixed = fixed | {
            "mask": mask if takes["mask"] == "B S" else mask[:, None]
        }

    def make() -> Values:
        generator = torch.Generator().manual_seed(seed)
        values: Values = {}
        for name, axes in takes.items():
            if name in fixed:
                values[name] = _copy(fixed[name])
                continue
            shape = [1 if a == "1" else sizes[a] for a in axes.split()]
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


def large(name: str) -> Callable[[Values], None]:
    """A change: one argument is 1000 times as large, and exponentials of
    scores made of it overflow.
    """
    return lambda inputs: inputs.update({name: 1000 * inputs[name]})


def rows(*shown: str) -> Tensor:
    """A mask: rows("110", "111") hides the last place of the first row."""
    return torch.tensor([[mark == "1" for mark in row] for row in shown])


def _copy(value: Any) -> Any:
    if isinstance(value, Tensor):
        return value.clone()
    return type(value)(value) if isinstance(value, set | list) else value
