"""A batch in pieces (micro-batches): for several processes, or one after the
other.
"""

from itertools import pairwise
from typing import Any

from torch import Tensor


def cut(batch: Any, count: int) -> list[tuple[Any, int]]:
    """The batch in so many pieces, of as many rows as can be, each with 1.
    Where there are too few rows, the first row comes instead, with 0. Raises
    ValueError for a batch without rows.
    """
    if count == 1:
        return [(batch, 1)]
    if not (rows := _rows(batch)):
        raise ValueError("to cut a batch, its tensors must have rows")
    return [
        (_some(batch, slice(low, high)), 1)
        if low < high
        else (_some(batch, slice(0, 1)), 0)
        for low, high in pairwise(rows * k // count for k in range(count + 1))
    ]


def _rows(batch: Any) -> int:
    """How many rows the first tensor of a batch has that has any."""
    if isinstance(batch, Tensor):
        return len(batch) if batch.ndim else 0
    parts = batch if isinstance(batch, tuple | list) else ()
    return next(filter(None, map(_rows, parts)), 0)


def _some(batch: Any, rows: slice) -> Any:
    """Some rows of every tensor of a batch; what has none stays whole."""
    if isinstance(batch, Tensor) and batch.ndim:
        return batch[rows]
    if not isinstance(batch, tuple | list):
        return batch
    made = [_some(part, rows) for part in batch]
    kind: Any = type(batch)
    return kind(*made) if hasattr(kind, "_fields") else kind(made)
