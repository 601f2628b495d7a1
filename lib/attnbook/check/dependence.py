"""What one part of a tensor answer depends on, found by asking again with
changed arguments.
"""

from collections.abc import Iterator

import torch
from torch import Tensor

from attnbook.check.checker import Attempt
from attnbook.check.forms import close


def of_others(part: str, attempt: Attempt) -> str | None:
    """Sentence b must depend on sentence b alone, in every argument that has a
    batch axis.
    """
    for name, value in _numbers(attempt):
        for b in range(
            len(value) if attempt.takes[name].startswith("B ") else 0
        ):
            changed = _changed(value)
            changed[b] = value[b]
            again = attempt.again({name: changed})
            if again and not close(again[part][b], attempt.found[part][b]):
                return (
                    f"{part}[{b}] changes when {name} changes in the other "
                    f"sentences only: sentence {b} must use {name}[{b}], and "
                    "nothing of the others."
                )
    return None


def without_effect(part: str, attempt: Attempt) -> str | None:
    """The first argument that can change without any change of the part, where
    the right answer changes.
    """
    for name, value in _numbers(attempt):
        change = {name: _changed(value)}
        again = attempt.again(change)
        if not again or not close(again[part], attempt.found[part]):
            continue
        if not close(attempt.right(change)[part], attempt.expected[part]):
            return name
    return None


def _numbers(attempt: Attempt) -> Iterator[tuple[str, Tensor]]:
    """The arguments that are tensors of numbers: all but masks and tokens."""
    tensors = (
        (name, value)
        for name, value in attempt.given.items()
        if isinstance(value, Tensor)
    )
    return (
        (name, value)
        for name, value in tensors
        if value.is_floating_point() and attempt.takes[name]
    )


def _changed(value: Tensor) -> Tensor:
    """Another tensor of the same shape, far from the first."""
    return value + torch.arange(1, value.numel() + 1).cos().to(value).reshape(
        value.shape
    )
