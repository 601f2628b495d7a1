"""Checks of what a picture is asked to draw; every message shows the values
that conflict.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from attncourse.figures import style

Interval = tuple[Any, Any]  # lower and upper bounds, array-likes
Limits = tuple[float | int, float | int]


def finite(name: str, values: Any, axes: int) -> np.ndarray:
    """`values` as a float array with `axes` axes; ValueError unless it is
    filled and finite.
    """
    array = np.asarray(
        values.detach().cpu() if hasattr(values, "detach") else values,
        dtype=float,
    )
    if array.ndim != axes or array.size == 0:
        raise ValueError(
            f"{name} must be a filled array with {axes} axes: "
            f"shape={array.shape}"
        )
    if (bad := ~np.isfinite(array)).any():
        raise ValueError(
            f"{name} must be finite: {array[bad][0]} at {np.argwhere(bad)[0]}"
        )
    return array


def shaped(name: str, values: Any, shape: tuple[int, ...]) -> list[Any]:
    """`values` as lists of numbers; ValueError unless they are finite and have
    this shape.
    """
    array = finite(name, values, axes=len(shape))
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}: {array.shape}")
    return array.tolist()


def points(name: str, given: tuple[Any, Any]) -> np.ndarray:
    """Points (x, y), which may be none, as an array of two rows; ValueError
    unless each x has its y and they are finite.
    """
    x, y = (
        finite(name, part, axes=1) if len(part) else np.empty(0)
        for part in given
    )
    if len(x) != len(y):
        raise ValueError(f"{name} must be pairs: {len(x)} and {len(y)} numbers")
    return np.stack([x, y])


def within(cells: np.ndarray, limits: Limits) -> None:
    """ValueError for limits that do not rise, and for values outside them
    (rounding is forgiven).
    """
    low, high = limits
    if not low < high:
        raise ValueError(f"limits must rise: limits={limits}")
    if cells.min() < low - 1e-6 or cells.max() > high + 1e-6:
        raise ValueError(
            f"values outside the limits: from {cells.min()} to {cells.max()}, "
            f"limits={limits}"
        )


def words(
    cells: np.ndarray, rows: Sequence[str] | None, columns: Sequence[str] | None
) -> tuple[list[str], list[str]]:
    """The names of all rows and of all columns, by default positions from 1;
    ValueError for words that do not name every line of a matrix.
    """
    named = []
    for k, (name, given) in enumerate((("rows", rows), ("columns", columns))):
        size = cells.shape[k]
        if given is not None and len(given) != size:
            raise ValueError(
                f"{name} must name every line of the matrix: {len(given)} "
                f"words, matrix {cells.shape}"
            )
        positions = map(str, range(1, size + 1))
        named.append(list(positions if given is None else given))
    return named[0], named[1]


def series(given: Mapping[str, Any], length: int) -> dict[str, np.ndarray]:
    """Every series as an array of `length` values; ValueError for more of them
    than there are colours.
    """
    if not 1 <= len(given) <= len(style.PALETTE):
        raise ValueError(
            f"from 1 to {len(style.PALETTE)} series can be told apart: "
            f"{len(given)} given"
        )
    arrays = {
        name: finite(name, values, axes=1) for name, values in given.items()
    }
    for name, array in arrays.items():
        if len(array) != length:
            raise ValueError(
                f"{name} must have one value for each position: {len(array)} "
                f"values, {length} positions"
            )
    return arrays


def intervals(
    name: str,
    given: Mapping[str, Interval] | None,
    values: Mapping[str, np.ndarray],
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Lower and upper bounds by label, as arrays as long as their series;
    ValueError where they cross.
    """
    checked = {}
    for label, (low, high) in (given or {}).items():
        if label not in values:
            raise ValueError(
                f"{name} {label!r} belongs to no series; there are "
                f"{', '.join(values)}"
            )
        below, above = series(
            {f"{label} low": low, f"{label} high": high}, len(values[label])
        ).values()
        checked[label] = below, above
        if (below > above).any():
            place = int(np.argmax(below > above))
            raise ValueError(
                f"{name} of {label!r} crosses itself: low={below[place]}, "
                f"high={above[place]}"
            )
    return checked
