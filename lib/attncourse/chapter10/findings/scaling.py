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
POINTS = 24  # of a curve over computation


def by_size() -> Finding:
    """The bits of a token by the size of a model and the amount of its text."""
    stored = results.load(NAME)
    grid, (fifth,) = _scores(stored)
    amounts = stored.recipe["amounts"]
    sizes = sorted({row["parameters"] for row in grid})
    series = {
        f"{amount:,} captions": [
            row["bits"] for row in grid if row["captions"] == amount
        ]
        for amount in amounts
    }
    most = series[f"{amounts[-1]:,} captions"]
    assert most == sorted(most, reverse=True), "a larger model is better"
    assert all(
        list(bits) == sorted(bits, reverse=True)
        for bits in zip(*series.values(), strict=True)
    ), "and so is more text"
    assert fifth["bits"] < most[-1], "the fifth, too"
    figure = plots.lines(
        sizes,
        series,
        "parameters",
        "bits per token",
        logx=True,
        dots=([fifth["parameters"]], [fifth["bits"]]),
    )
    caption = """Each point is a model that was trained until it stopped, with
    its own best rate. The ring is a larger one, trained after the law had
    predicted it. One seed."""
    return Finding("scaling.by_size", figure, caption, (stored,))


def fitted() -> Finding:
    """What the law says, and what it predicts for a fifth size."""
    stored = results.load(NAME)
    grid, (fifth,) = _scores(stored)
    sizes, tokens, bits = (
        [row[name] for row in grid] for name in ("parameters", "tokens", "bits")
    )
    best, many = law.fit(sizes, tokens, bits), law.drawn(sizes, tokens, bits)
    where = fifth["parameters"], fifth["tokens"]
    low, high = _middle([one.loss(*where) for one in many])
    rows = [
        {"what": what, "value": value(best), "interval": _within(many, value)}
        for what, value in {
            "exponent of parameters": lambda one: one.alpha,
            "exponent of tokens": lambda one: one.beta,
            "bits that are left": lambda one: one.floor,
            "the fifth size, predicted": lambda one: one.loss(*where),
        }.items()
    ]
    rows.append({"what": "measured", "value": fifth["bits"], "interval": ""})
    said = "inside" if low <= fifth["bits"] <= high else "outside"
    caption = f"""The law, fitted to {len(grid)} models, and 95% of laws from
    models drawn again. The fifth size, {fifth["parameters"]:,} parameters,
    costs {fifth["bits"]:.2f} bits, {said} the interval."""
    return Finding("scaling.fitted", tables.table(rows), caption, (stored,))


def by_computation() -> Finding:
    """How many bits a token costs after so much computation, by size."""
    stored = results.load(NAME)
    grid, _ = _scores(stored)
    most = stored.recipe["amounts"][-1]
    curves = {
        f"{row['parameters']:,} parameters": _curve(stored, row)
        for row in grid
        if row["captions"] == most
    }
    start = max(work[0] for work, _ in curves.values())
    end = max(work[-1] for work, _ in curves.values())
    asked = [start * (end / start) ** (k / (POINTS - 1)) for k in range(POINTS)]
    series = {
        name: [
            min(b for w, b in zip(*curve, strict=True) if w <= x * (1 + 1e-9))
            for x in asked
        ]
        for name, curve in curves.items()
    }
    first, *_, last = series.values()
    assert first[0] < last[0] and first[-1] > last[-1], "the lines cross"
    figure = plots.lines(
        asked,
        series,
        "operations",
        "bits per token",
        logx=True,
        markers=False,
    )
    caption = f"""Bits per token of validation captions against computation (6
    operations for each parameter and token), with {most:,} captions. Each
    amount of computation has its best size."""
    return Finding("scaling.by_computation", figure, caption, (stored,))


def _scores(stored: Result) -> tuple[list[dict[str, Any]], ...]:
    """The models of the grid, in bits, and the fifth."""
    rows = [
        {**row, "bits": row["loss"] / log(2)}
        for row in stored.table("scores").rows
    ]
    fifth = stored.recipe["fifth"]
    return (
        [row for row in rows if row["width"] != fifth],
        [row for row in rows if row["width"] == fifth],
    )


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


def _middle(values: list[float]) -> tuple[float, float]:
    """Where 95% of them lie."""
    cut, values = round(len(values) * 0.025), sorted(values)
    return values[cut], values[-1 - cut]


def _within(many: list[law.Law], value: Callable[[law.Law], float]) -> str:
    """The interval of a number of many laws, in words."""
    low, high = _middle([value(one) for one in many])
    return f"{low:.2f} to {high:.2f}"
