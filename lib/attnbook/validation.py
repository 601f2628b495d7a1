"""What numbers, sizes and tensors may be: one sentence for all that refuse
others.
"""

import torch
from torch import Tensor


def readable(x: Tensor) -> bool:
    """Whether its numbers can be looked at: not while a model is compiled or
    exported, and not on another device, for which one would have to wait.
    """
    return x.device.type == "cpu" and not torch.compiler.is_compiling()


def between(low: float, high: float, **numbers: float) -> None:
    """Raise ValueError, with its name, for a number outside low .. high."""
    for name, number in numbers.items():
        if not low <= number <= high:
            raise ValueError(
                f"{name} must lie in {low} .. {high}: {name}={number}"
            )


def at_least(least: int, **sizes: int | None) -> None:
    """Raise ValueError, with its name, for a size below `least`; None is no
    size.
    """
    for name, size in sizes.items():
        if size is not None and size < least:
            raise ValueError(f"{name} must be at least {least}: {name}={size}")


def whole(**sizes: object) -> None:
    """Raise TypeError, with its name, for a size that is no whole number."""
    for name, given in sizes.items():
        if not isinstance(given, int) or isinstance(given, bool):
            raise TypeError(f"{name} must be a whole number: {name}={given!r}")


def size(name: str, given: int | None, default: int) -> int:
    """The size that is given, or the default. Raises ValueError for one below
    1.
    """
    chosen = default if given is None else given
    at_least(1, **{name: chosen})
    return chosen


def axes(name: str, x: Tensor, letters: str, width: int) -> None:
    """Raise ValueError unless `x` has the axes that the letters name, the last
    of them `width`.
    """
    names = letters.split()
    if x.ndim != len(names) or x.shape[-1] != width:
        raise ValueError(
            f"{name} must be ({', '.join(names)}) with {names[-1]} = {width}: "
            f"shape={tuple(x.shape)}"
        )
