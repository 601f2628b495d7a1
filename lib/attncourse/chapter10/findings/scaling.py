"""A scaling law of small language models, and what it predicts."""

from collections.abc import Callable
from itertools import accumulate
from math import log
from typing import Any

from attncourse.chapter10 import law
from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Result
from attncourse.figures import plots, tables

NAME = "scaling-law"
POINTS = 24  # of a curve
ERROR = 0.15  # bits
FIRST = 2  # epochs in which the averaged weights still hold the start
KILO, TERA = 1e3, 1e12


def by_size() -> Finding:
    """The bits of a token by the size of a model and the amount of its text,
    beside the law that was fitted to them.
    """
    stored = results.load(NAME)
    grid, large = _scores(stored)
    best = law.fit(**_columns(grid))
    errors = [row["bits"] - best.loss(*_sizes(row)) for row in grid]
    assert max(map(abs, errors)) < ERROR, "the law describes the models"
    smallest, largest = grid[0]["parameters"], large["parameters"]
    asked = [
        smallest * (largest / smallest) ** (k / (POINTS - 1))
        for k in range(POINTS)
    ]
    read = {row["captions"]: row["tokens"] for row in (*grid, large)}
    figure = plots.lines(
        [x / KILO for x in asked],
        {
            f"{captions:,} captions": [best.loss(x, tokens) for x in asked]
            for captions, tokens in read.items()
        },
        "thousand parameters",
        "bits per token",
        logx=True,
        markers=False,
        dots=(
            [row["parameters"] / KILO for row in (*grid, large)],
            [row["bits"] for row in (*grid, large)],
            [f"{row['captions']:,} captions" for row in (*grid, large)],
        ),
    )
    promised = best.loss(*_sizes(large))
    assert promised < large["bits"], "too few for the largest"
    caption = f"""The law (lines), fitted to {len(grid)} models (rings),
    predicts {promised:.2f} bits for the largest, which needs
    {large["bits"]:.2f}. Each was trained until its loss stopped falling (one
    seed)."""
    return Finding("scaling.by_size", figure, caption, (stored,))


def fitted() -> Finding:
    """What the law says, and what it predicts for a larger model with more
    text.
    """
    stored = results.load(NAME)
    grid, large = _scores(stored)
    best, many = law.fit(**_columns(grid)), law.drawn(**_columns(grid))
    rows = [
        {
            "quantity": what,
            "fitted": value(best),
            "interval": _within(many, value),
        }
        for what, value in {
            "exponent r of parameters": lambda one: one.alpha,
            "exponent s of tokens": lambda one: one.beta,
            "bits of the larger model": lambda one: one.loss(*_sizes(large)),
        }.items()
    ]
    caption = f"""The law fitted to {len(grid)} models, and the middle 95% of
    {len(many)} fits to bootstrap samples of them. In fact a token costs the
    larger model {large["bits"]:.2f} bits."""
    return Finding("scaling.fitted", tables.table(rows), caption, (stored,))


def by_computation() -> Finding:
    """How many bits a token costs after so much computation, by size: the
    largest of four small models is ahead, but for the start.
    """
    stored = results.load(NAME)
    grid, _ = _scores(stored)
    most = stored.recipe["amounts"][-1]
    curves = {
        f"{row['parameters']:,} parameters": _curve(stored, row)
        for row in grid
        if row["captions"] == most
    }
    start = max(work[FIRST] for work, _ in curves.values())
    end = max(work[-1] for work, _ in curves.values())
    asked = [start * (end / start) ** (k / (POINTS - 1)) for k in range(POINTS)]
    series = {
        name: [
            min(b for w, b in zip(*curve, strict=True) if w <= x * (1 + 1e-9))
            for x in asked
        ]
        for name, curve in curves.items()
    }
    *others, largest = series.values()
    late = [k for k, x in enumerate(asked) if x > 2 * TERA]
    assert all(largest[k] < min(one[k] for one in others) for k in late), (
        "the largest is ahead from two trillion operations on"
    )
    figure = plots.lines(
        [x / TERA for x in asked],
        series,
        "trillion operations",
        "bits per token",
        logx=True,
        markers=False,
    )
    caption = f"""Bits per token on validation captions against computation
    (6 operations per parameter and token), with {most:,} training captions."""
    return Finding("scaling.by_computation", figure, caption, (stored,))


def _scores(stored: Result) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The models of the grid, in bits, and the larger one."""
    *grid, large = (
        {**row, "bits": row["loss"] / log(2)}
        for row in stored.table("scores").rows
    )
    return grid, large


def _sizes(row: dict[str, Any]) -> tuple[float, float]:
    """Of a model, and of its text."""
    return row["parameters"], row["tokens"]


def _columns(grid: list[dict[str, Any]]) -> dict[str, list[float]]:
    """What a law is fitted to."""
    names = {"parameters": "parameters", "tokens": "tokens", "losses": "bits"}
    return {key: [row[name] for row in grid] for key, name in names.items()}


def _curve(
    stored: Result, row: dict[str, Any]
) -> tuple[list[float], list[float]]:
    """Operations after each epoch of a model, and the fewest bits until
    there.
    """
    case = {name: row[name] for name in ("width", "captions")}
    bits = [
        loss / log(2)
        for loss in stored.table("epochs").where(**case).column("validation")
    ]
    epoch = 6.0 * row["parameters"] * row["tokens"]
    work = [epoch * (k + 1) for k in range(len(bits))]
    return work, list(accumulate(bits, min))


def _within(many: list[law.Law], value: Callable[[law.Law], float]) -> str:
    """Where the middle 95% of many laws lie, in words."""
    values = sorted(value(one) for one in many)
    cut = round(len(values) * 0.025)
    return f"{values[cut]:.2f} to {values[-1 - cut]:.2f}"
