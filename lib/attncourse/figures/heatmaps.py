"""A matrix as a picture: the larger a number, the fuller the colour of weights.
Built in chapter 2.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_rgb
from matplotlib.patches import Rectangle

from attncourse.figures import alt_text, style, validate, vector
from attncourse.figures.figure import Figure, finish, width
from attncourse.figures.validate import Limits

STEPS = 12
"""Cells of the scale beside a matrix."""
TURN = 0.6
"""From this share on, light numbers are read better than dark ones."""
LEAST = 7.92
"""Points of the smallest letters: 11 pixels, on a phone too."""
SIGNS = "series3", "series2"
"""The colours of what is below 0, and of what is above it."""
COLOURS = style.COLOURS
Inks = tuple[str, str]
MANY = 2_000
"""From this number of cells on, they are one image: as shapes, 50 by 128 cells
would take a megabyte.
"""


def heatmap(
    matrix: Any,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    *,
    xlabel: str = "key",
    ylabel: str = "query",
    alt: str = "",
    title: str | None = None,
    label: str = "weight",
    limits: Limits = (0.0, 1.0),
    outline: Iterable[tuple[int, int]] | None = None,
    numbers: bool = False,
    bar: bool | None = None,
    signed: bool = False,
) -> Figure:
    """A matrix as cells in the colour of weights: source words along the top,
    target words down the side; the lower limit is empty, the upper one full.
    If it is `signed`, 0 is empty, both limits are full, each in its colour.

    Source: the alignments of Bahdanau et al. 2015, figure 3. matrix (T, S);
    `rows` are T words and `columns` S words, or None for positions from 1;
    `label` names what a cell holds; `outline` frames the cells (row, column) of
    a known alignment; `numbers` writes each value, 2 digits, into its cell;
    `bar` is the scale beside it, by default where there are no numbers.
    Raises ValueError for sizes that disagree, for values outside `limits`, and
    for an outline outside the matrix.
    """
    cells = validate.finite("matrix", matrix, axes=2)
    validate.within(cells, limits)
    low, high = limits
    shares = cells / max(-low, high) if signed else (cells - low) / (high - low)
    inks = SIGNS if signed else ("weight", "weight")
    down, along = validate.words(cells, rows, columns)
    framed = sorted(set(outline or ()))
    for row, column in framed:
        if not (0 <= row < cells.shape[0] and 0 <= column < cells.shape[1]):
            raise ValueError(
                f"outline outside the matrix: cell {(row, column)}, matrix "
                f"{cells.shape}"
            )
    bar = not numbers if bar is None else bar
    longest = [max(map(len, words)) for words in (down, along)]
    longer = [0.08 * max(letters - 10, 0) for letters in longest]

    def below(wide: float) -> bool:
        return bar and wide <= style.PHONE

    def margin(wide: float) -> float:
        if below(wide):
            return 0.8 + 0.08 * longest[0]
        return (2.2 if bar else 1.4) + longer[0]

    def cell(wide: float) -> float:
        large = 0.5 if numbers else 0.4
        room = max(wide - margin(wide), wide / 4)
        return min(large, 4.2 / max(cells.shape), room / len(cells.T))

    def draw(axes: Axes) -> None:
        axes.set(xlim=(-0.5, cells.shape[1] - 0.5), aspect="equal")
        axes.set_ylim(cells.shape[0] - 0.5, -0.5)
        _cells(axes, shares, inks)
        _words(axes, down, along, cell(width(axes)))
        for row, column in framed:
            axes.add_patch(
                Rectangle(
                    (column - 0.5, row - 0.5),
                    1,
                    1,
                    fill=False,
                    edgecolor=style.INK,
                    linewidth=2.5,
                )
            )
        if numbers:
            _values(axes, cells, shares)
        if bar:
            _scale(axes, limits, label, below(width(axes)), inks)

    sizes = [
        (
            min(max(cells.shape[1] * cell(wide) + margin(wide), 3.0), wide),
            max(cells.shape[0] * cell(wide) + 1.3, 2.4)
            + longer[1]
            + 0.6 * below(wide),
        )
        for wide in (style.WIDTH, style.PHONE)
    ]
    return finish(
        draw,
        sizes,
        xlabel,
        ylabel,
        alt,
        alt_text.matrix(label, cells, rows, columns),
        title,
    )


def _words(
    axes: Axes,
    rows: Sequence[str],
    columns: Sequence[str],
    cell: float,
) -> None:
    """Words down the side and along the top, never read as formulas; long ones
    above are turned.

    `cell` is the side of a cell in inches: in a large matrix the letters shrink
    with it, so that no two words touch; in a very large one, only some stand.
    """
    many = 60 * cell < LEAST
    step = next(n for n in (5, 10, 20, 50) if n * cell > 0.3) if many else 1
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.spines[:].set_visible(True)
    axes.set_yticks(range(len(rows))[::step], rows[::step])
    turned: dict[str, Any] = (
        {"rotation": 60, "ha": "left", "rotation_mode": "anchor"}
        if max(map(len, columns)) > 3
        else {}
    )
    shown = range(len(columns))[::step], columns[::step]
    axes.set_xticks(*shown, **turned)
    size = min(rcParams["font.size"], 60 * cell * step)
    axes.tick_params(length=0, labelsize=size)


def _cells(axes: Axes, shares: np.ndarray, inks: Inks) -> None:
    """Each share as a cell; empty ones are left out."""
    if shares.size < MANY:
        for (row, column), share in np.ndenumerate(shares):
            if abs(share) > 0.005:
                corner = (column - 0.5, row - 0.5)
                axes.add_patch(_cell(corner, 1, 1, share, inks))
        return
    for ink, sign in zip(inks, (-1, 1), strict=True):
        if (seen := (sign * shares).clip(0)).any():
            colour = np.broadcast_to(to_rgb(COLOURS[ink]), (*seen.shape, 3))
            cells = np.dstack([colour, seen])
            image = axes.imshow(cells, interpolation="none")
            image.set_gid(vector.MASK + ink)


def _cell(
    corner: tuple[float, float], w: float, h: float, share: float, inks: Inks
) -> Any:
    """A rectangle in the colour of its sign, as opaque as `share` says."""
    colour = COLOURS[inks[bool(share > 0)]]
    return Rectangle(corner, w, h, fc=colour, alpha=abs(float(share)), lw=0)


def _scale(
    axes: Axes, limits: Limits, label: str, below: bool, inks: Inks
) -> None:
    """What empty and full cells are, beside the matrix or below it."""
    low, high = limits
    known = ScalarMappable(Normalize(low, high))
    look: dict[str, Any] = {"location": "bottom"} if below else {"pad": 0.03}
    bar = axes.figure.colorbar(
        known, ax=axes, shrink=0.8, aspect=16, label=label, **look
    )
    assert bar.solids is not None
    bar.solids.set_visible(False)
    step = (high - low) / STEPS
    for k in range(STEPS):
        start = low + k * step
        share = (k + 0.5) / STEPS
        if inks == SIGNS:
            share = (start + step / 2) / max(-low, high)
        corner = (start, 0.0) if below else (0.0, start)
        w, h = (step, 1.0) if below else (1.0, step)
        bar.ax.add_patch(_cell(corner, w, h, share, inks))


def _values(axes: Axes, cells: np.ndarray, shares: np.ndarray) -> None:
    """Each value in its cell, dark on light cells and light on dark ones."""
    for (row, column), value in np.ndenumerate(cells):
        ink = style.INK if abs(shares[row, column]) < TURN else style.CARD
        axes.text(
            column,
            row,
            f"{value:z.2f}",  # no -0.00
            ha="center",
            va="center",
            fontsize=0.95 * rcParams["font.size"],
            color=ink,
        )
