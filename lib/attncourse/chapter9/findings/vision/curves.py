"""Curves over the number of images, and what they say."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from attncourse.experiments import caveats
from attncourse.experiments.finding import lines, seeds
from attncourse.experiments.results import Curve, Result
from attncourse.figures.figure import Figure

KINDS = ("ViT", "CNN")


def shuffled(stored: Result) -> dict[str, Curve]:
    """Right test images of both kinds, without the shuffle and with it."""
    return {
        kind + (", shuffled" if shuffled else ""): curve(
            stored, kind, "test", shuffled
        )
        for kind in KINDS
        for shuffled in (False, True)
    }


def difference(one: Curve, other: Curve) -> float:
    """The mean difference over all numbers of images."""
    return float(np.mean(one.mean) - np.mean(other.mean))


def over(curves: dict[str, Curve], share: str, of: str) -> Figure:
    """The curves over the number of images, each of which has its tick."""
    return lines(
        curves,
        xlabel="images to train on",
        ylabel=share,
        alt=f"Share of {of} against the number of images to train on.",
        logx=True,
        ticks=True,
    )


def curve(
    stored: Result, kind: str, column: str, shuffled: bool = False
) -> Curve:
    """One column over the number of images."""
    return stored.table("scores").over(
        by="images", of=column, where={"kind": kind, "shuffled": shuffled}
    )


def at(curve: Curve, counts: list[int]) -> Curve:
    """The curve at these numbers of images alone."""
    where = [curve.x.index(count) for count in counts]
    return Curve(*([values[k] for k in where] for values in curve))


def told(curves: dict[str, Curve]) -> str:
    """The first and the last point of each curve, in words."""
    first, *_ = curves.values()
    few, many = first.x[0], first.x[-1]
    each = [
        f"{name} {curve.mean[0]:.2f} and {curve.mean[-1]:.2f}"
        for name, curve in curves.items()
    ]
    return f"With {few:,} and {many:,} images: {'; '.join(each)}"


def common(*stored: Result, names: Sequence[str] = (), **where: Any) -> str:
    """What holds of all that is drawn, `where` tells of which rows: how long
    each is trained, at which rate, and with how many seeds. The `names` are
    those of results with rates of their own.
    """
    first, *_ = stored
    shown = first.recipe["each"] * first.recipe["settings"]["epochs"]
    told = [*dict.fromkeys(map(rates, stored))]
    if names:
        told = [
            f"{rate} ({name})" for rate, name in zip(told, names, strict=True)
        ]
    return f"""Every model is shown {shown:,} images, however few there are to
    choose from. {ends(*stored, **where)}. {". ".join(told)}.
    {seeds(first.table("scores")).capitalize()}, their range shown."""


def rates(stored: Result) -> str:
    """The learning rates, and whether they were chosen."""
    if len(stored.recipe["rates"]) == 1:
        (rate,) = stored.recipe["rates"]
        return f"Learning rate {rate:g}, the only one tried"
    told = caveats.chosen(stored.table("search"), "kind")
    searched = stored.recipe["searched"]
    return f"Learning rates, chosen with {searched:,} images: {told}"


def ends(*stored: Result, **where: Any) -> str:
    """In how many of the runs that are drawn the last epoch was the best."""
    rows = [row for one in stored for row in one.table("scores").rows]
    kept = [row for row in rows if where.items() <= row.items()]
    return caveats.unfinished(kept, stored[0].recipe["settings"]["epochs"])
