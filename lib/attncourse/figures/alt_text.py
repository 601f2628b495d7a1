"""What a figure shows, in words made from its numbers: the part of an alt text
that nobody types.

Readers who cannot see the figure hear it, and a swapped label or another number
changes it where tests compare it.
"""

from collections.abc import Mapping, Sequence

import numpy as np

FEW = 6  # so many points are all named
ROWS = 20  # so many rows of a matrix are all named


def number(value: float) -> str:
    """Two decimals; two digits in scientific form below 0.01, where decimals
    would say nothing.
    """
    return f"{value:.1e}" if 0 < abs(value) < 0.01 else f"{value:z.2f}"


def place(value: float) -> str:
    """A position on an axis: a whole number as it is counted, any other as one
    writes it, in at most three digits.
    """
    return f"{value:.0f}" if value == round(value) else f"{value:.3g}"


def series(
    label: str,
    values: Mapping[str, np.ndarray],
    places: Sequence[str],
    spreads: Mapping[str, tuple[np.ndarray, np.ndarray]],
) -> str:
    """Lines or bars: of each series its first and last value and where, or all
    of a few, and its widest interval.

    `label` names what is measured, `places` the positions; `spreads` {series:
    (low, high)} are intervals.
    """
    said = []
    for name, y in values.items():
        text = f"{name}: {_points(y, places)}"
        if name in spreads:
            low, high = spreads[name]
            k = _largest(high - low)[0]
            text += (
                f", interval widest at {places[k]}, {number(low[k])} to "
                f"{number(high[k])}"
            )
        said.append(text)
    return f"{label[:1].upper()}{label[1:]}, {'; '.join(said)}."


def matrix(
    label: str,
    cells: np.ndarray,
    rows: Sequence[str] | None,
    columns: Sequence[str] | None,
) -> str:
    """A matrix: the largest cell of each row, or of many rows the extremes;
    `label` names what a cell holds.
    """
    down, along = (
        words or [f"{line} {k + 1}" for k in range(size)]
        for line, size, words in zip(
            ("row", "column"), cells.shape, (rows, columns), strict=True
        )
    )
    if len(cells) <= ROWS:
        return (
            f"Largest {label} of each row: "
            f"{'; '.join(map(_row, down, cells, [along] * len(down)))}."
        )
    ends = []
    for name, sign in (("smallest", -1), ("largest", 1)):
        row, column = np.unravel_index(
            _largest(sign * cells.ravel())[0], cells.shape
        )
        ends.append(
            f"{name} {number(float(cells[row, column]))} at {down[row]}, "
            f"{along[column]}"
        )
    size = f"{cells.shape[0]} rows and {cells.shape[1]} columns"
    return f"{label[:1].upper()}{label[1:]} in {size}: {', '.join(ends)}."


def _points(y: np.ndarray, places: Sequence[str]) -> str:
    """Values with their places: all of a few, else both ends and what lies
    above or below them between.
    """
    texts = [number(value) for value in y]
    if len(set(texts)) == 1 and len(y) > 1:
        return f"{texts[0]} from {places[0]} to {places[-1]}"
    if len(y) <= FEW:
        return ", ".join(
            f"{text} at {where}"
            for text, where in zip(texts, places, strict=True)
        )
    said = [f"{texts[0]} at {places[0]}", f"{texts[-1]} at {places[-1]}"]
    for name, k in (("lowest", _largest(-y)[0]), ("highest", _largest(y)[0])):
        if texts[k] not in (texts[0], texts[-1]):
            said.append(f"{name} {texts[k]} at {places[k]}")
    return ", ".join(said)


def _row(name: str, cells: np.ndarray, columns: Sequence[str]) -> str:
    """The largest cell of one row, and how many others equal it."""
    equal = _largest(cells)
    more = f" and {len(equal) - 1} more" if len(equal) > 1 else ""
    return f"{name}, {number(cells[equal[0]])} at {columns[equal[0]]}{more}"


def _largest(values: np.ndarray) -> np.ndarray:
    """Where the largest value stands; values that differ by rounding are equal,
    on every machine.
    """
    return np.flatnonzero(np.isclose(values, values.max(), rtol=1e-6, atol=0))
