"""Figures of data: heat maps, lines and bars, each with alt text and labelled
axes. Built in chapters 1 and 2.

Every function takes numbers and labels, never a model, checks them, and returns
a `Figure`. `alt` says in a sentence what the figure is, by default from its
labels; what was drawn is added to it from the numbers.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import LogFormatter, MaxNLocator

from attncourse.figures import alt_text, style, validate
from attncourse.figures.figure import Figure, beside, finish, stack, width
from attncourse.figures.heatmaps import heatmap
from attncourse.figures.validate import Interval, Limits

__all__ = ["Figure", "bars", "beside", "heatmap", "lines", "losses", "stack"]


def losses(history: Sequence[float], thing: str, step: str = "epoch") -> Figure:
    """What a training run costs for each `thing`, step by step."""
    return lines(
        range(1, len(history) + 1),
        {"loss": history},
        xlabel=step,
        ylabel=f"loss per {thing}",
    )


def lines(
    x: Any,
    series: Mapping[str, Any],
    xlabel: str,
    ylabel: str,
    *,
    alt: str = "",
    title: str | None = None,
    band: Mapping[str, Interval] | None = None,
    logx: bool = False,
    logy: bool = False,
    markers: bool | None = None,
    limits: Limits | None = None,
    dots: tuple[Any, ...] = ((), ()),
    ticks: bool = False,
) -> Figure:
    """One line for each entry of `series` {label: y} over the common `x`, with
    a legend above.

    `band` {label: (low, high)} shades an interval around a line; markers are
    drawn for up to 25 points unless `markers` says otherwise; `limits` fixes
    the y axis, and cuts off what lies outside; `dots` (x, y) are single points,
    rings on top of the lines, in the colours of the lines that a third entry
    names; with `ticks` the x axis has one at every place.

    Raises ValueError for lengths that disagree, a band that belongs to no line
    or crosses itself, and for values that a logarithmic axis cannot hold.
    """
    positions = validate.finite("x", x, axes=1)
    values = validate.series(series, len(positions))
    shaded = validate.intervals("band", band, values)
    if logx and positions.min() <= 0:
        raise ValueError(
            f"a logarithmic x axis needs positive values: smallest "
            f"x={positions.min()}"
        )
    smallest = min(
        part.min()
        for part in [*values.values(), *(low for low, _ in shaded.values())]
    )
    if logy and smallest <= 0:
        raise ValueError(
            f"a logarithmic y axis needs positive values: smallest y={smallest}"
        )
    marked = len(positions) <= 25 if markers is None else markers
    single = validate.points("dots", dots[:2])
    colours = {name: style.series(name, k) for k, name in enumerate(values)}
    named = [colours[line] for names in dots[2:] for line in names]

    def draw(axes: Axes) -> None:
        if single.size:
            axes.scatter(
                single[0],
                single[1],
                s=110,
                facecolors="none",
                edgecolors=named or style.INK,
                linewidths=1.6,
                zorder=3,
            )
        for k, (name, y) in enumerate(values.items()):
            axes.plot(
                positions,
                y,
                color=colours[name],
                linestyle=style.DASHES[k],
                marker=style.MARKERS[k] if marked else None,
                label=f" {name}",
                clip_on=limits is None or not _inside(y, limits),
            )
            if name in shaded:
                axes.fill_between(
                    positions,
                    *shaded[name],
                    color=colours[name],
                    alpha=0.18,
                    linewidth=0,
                )
        if logx:
            _logarithmic(axes, "x")
        if logy:
            _logarithmic(axes, "y")
        if ticks:
            axes.set_xticks(positions, list(map(alt_text.place, positions)))
            axes.set_xticks([], minor=True)
        elif not logx and (positions == positions.round()).all():
            axes.xaxis.set_major_locator(
                MaxNLocator(integer=True, steps=[1, 2, 5, 10])
            )
        if limits is not None:
            axes.set_ylim(*limits)
        axes.grid(True)

    drawn = alt_text.series(
        ylabel, values, list(map(alt_text.place, positions)), shaded
    )
    if single.size:
        drawn += f" {single.shape[1]} single points."
    return _finish(draw, list(values), xlabel, ylabel, alt, drawn, title)


def _inside(y: np.ndarray, limits: Limits) -> bool:
    """Whether all of a line may be seen: then its markers on a limit, too."""
    return bool(limits[0] <= y.min() and y.max() <= limits[1])


def bars(
    labels: Sequence[Any],
    series: Mapping[str, Any],
    xlabel: str,
    ylabel: str,
    *,
    alt: str = "",
    title: str | None = None,
    error: Mapping[str, Interval] | None = None,
) -> Figure:
    """Bars in groups: one group for each of `labels`, one bar in it for each
    entry of `series` {label: values}. They lie on a card on which the labels
    are too long to stand below them.

    `error` {label: (low, high)} draws an interval, in the units of the values,
    over each bar. Raises ValueError for lengths that disagree, and for an
    interval that belongs to no bar or crosses itself.
    """
    labels = [str(name) for name in labels]
    values = validate.series(series, len(labels))
    intervals = validate.intervals("error", error, values)
    each = 0.8 / len(values)

    def draw(axes: Axes) -> None:
        lying = _crowded(labels, 11 * width(axes))
        for k, (name, heights) in enumerate(values.items()):
            places = np.arange(len(labels)) + (k - (len(values) - 1) / 2) * each
            sign: dict[str, Any] = {
                "label": f" {name}",
                "color": style.series(name, k),
                "hatch": style.HATCHES[k],
                "edgecolor": "white",
                "linewidth": 0.5,
            }
            draw_bars = axes.barh if lying else axes.bar
            draw_bars(places, heights, each, **sign)
            if name in intervals:
                _error(axes, places, intervals[name], lying)
        if lying:
            axes.set_yticks(range(len(labels)), labels)
            axes.invert_yaxis()
            axes.axvline(0, color=style.INK, linewidth=0.8)
            axes.set(xlabel=ylabel, ylabel=xlabel)
        else:
            axes.set_xticks(range(len(labels)), labels)
            axes.axhline(0, color=style.INK, linewidth=0.8)
        axes.grid(True, axis="x" if lying else "y")

    alt = alt or f"{ylabel[:1].upper()}{ylabel[1:]} against {xlabel}."
    drawn = alt_text.series(ylabel, values, labels, intervals)
    return _finish(draw, list(values), xlabel, ylabel, alt, drawn, title)


def _crowded(labels: list[str], letters: float) -> bool:
    """Whether two neighbours would meet on an axis as long as `letters`."""
    wide = [max(map(len, label.split("\n"))) for label in labels]
    room = letters / len(labels)
    return any((a + b) / 2 > room for a, b in pairwise(wide))


def _error(
    axes: Axes, places: np.ndarray, interval: Interval, lying: bool
) -> None:
    """An interval over each bar."""
    low, high = map(np.asarray, interval)
    middle, half = (low + high) / 2, (high - low) / 2
    at: dict[str, Any] = (
        {"x": middle, "y": places, "xerr": half}
        if lying
        else {"x": places, "y": middle, "yerr": half}
    )
    axes.errorbar(**at, fmt="none", ecolor=style.INK, capsize=4)


def _finish(
    draw: Callable[[Axes], None],
    names: list[str],
    xlabel: str,
    ylabel: str,
    alt: str,
    drawn: str,
    title: str | None,
) -> Figure:
    """A card with a legend above the axes, where no line can run through it;
    one series needs only its axis label. The axes keep their height, whatever
    the legend needs.
    """

    def columns(wide: float) -> int:
        return max(int(wide / (0.85 + 0.08 * max(map(len, names)))), 1)

    def draw_all(axes: Axes) -> None:
        draw(axes)
        if len(names) > 1:
            legend = axes.figure.legend(
                loc="outside upper center",
                ncols=columns(width(axes)),
                handlelength=2.6,
            )
            # a line of its own for each: matplotlib leaves out "_name"
            for text, name in zip(legend.get_texts(), names, strict=True):
                text.set_text(name)

    sizes = []
    for wide, high in ((style.WIDTH, 3.0), (style.PHONE, 2.4)):
        rows = -(-len(names) // columns(wide)) if len(names) > 1 else 0
        sizes.append((wide, high + 0.26 * rows))
    return finish(
        draw_all,
        sizes,
        xlabel,
        ylabel,
        alt,
        drawn,
        title,
    )


RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class _Plain(LogFormatter):
    """The ticks that matplotlib would label, as 10, 100, 1000; powers of ten
    below 0.001 as 10⁻⁴.
    """

    def __call__(self, x: float, pos: int | None = None) -> str:
        if not super().__call__(x, pos):
            return ""
        power = round(math.log10(x))
        if power < -3 and math.isclose(x, 10**power):
            return f"10⁻{str(-power).translate(RAISED)}"
        return f"{x:.0f}" if x >= 1 else f"{x:g}"


def _logarithmic(axes: Axes, name: str) -> None:
    """Make the axis `name` logarithmic; its minor ticks have numbers too where
    there are few decades.
    """
    axes.set(**{f"{name}scale": "log"})
    axis = getattr(axes, f"{name}axis")
    axis.set_major_formatter(_Plain())
    axis.set_minor_formatter(_Plain())
