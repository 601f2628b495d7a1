"""How the sides of a comparison learn: curves over processor seconds or over
updates, when one has learned, and the one plot of them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from attncourse.experiments.finding import lines
from attncourse.experiments.results import Curve, Result
from attncourse.figures import plots

DONE = 0.9
"""The share from which on something counts as learned."""
Sides = Mapping[str, Mapping[str, Any]]
"""The case of each side, by its label."""


def over_time(
    stored: Result, of: str, sides: Sides, column: str = "processor"
) -> dict[str, Curve]:
    """What the epochs say `of`, over processor seconds or another column; what
    has stopped stays as it is.
    """
    table = stored.table("epochs")
    rows = {label: table.where(**case) for label, case in sides.items()}
    end = max(0.1, *(max(part.column(column)) for part in rows.values()))
    grid = np.geomspace(min(1, end / 2), end, 60)
    curves = {}
    for label, part in rows.items():
        runs = [part.where(seed=s) for s in sorted(set(part.column("seed")))]
        drawn = np.array(
            [np.interp(grid, r.column(column), r.column(of)) for r in runs]
        )
        ranges = drawn.mean(0), drawn.min(0), drawn.max(0)
        curves[label] = Curve(grid.tolist(), *(x.tolist() for x in ranges))
    return curves


def over_updates(
    stored: Result, of: str, sides: Sides, each: int
) -> dict[str, Curve]:
    """The same over updates, of which an epoch has `each`."""
    curves = over_time(stored, of, sides, "epoch")
    return {
        label: curve._replace(x=[each * x for x in curve.x])
        for label, curve in curves.items()
    }


def learned(curve: Curve) -> float:
    """Where a curve is above `DONE` for the first time."""
    return next(x for x, y in zip(curve.x, curve.mean, strict=True) if y > DONE)


def plot(
    curves: Mapping[str, Curve], xlabel: str, ylabel: str, alt: str
) -> plots.Figure:
    """Shares that rise from 0 to 1."""
    return lines(
        curves,
        xlabel=xlabel,
        ylabel=ylabel,
        alt=alt,
        logx=True,
        markers=False,
        limits=(0, 1),
    )
