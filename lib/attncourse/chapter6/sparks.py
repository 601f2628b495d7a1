"""A table whose cells are small curves with their numbers."""

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Card

from attncourse.figures import alt_text, style
from attncourse.figures.figure import Figure, render

CURVE, LETTER = 0.24, 0.2
"""Inches: how high a curve is, and a line of text."""
NAME = 1.3
"""How wide the names of the rows are, beside the curves."""
PHONE_LINES, LINES = 2, 1
"""Lines of text in a row: on a phone the name stands above the curves."""
HEAD = 2.2
"""Lines of text above all rows."""


def sparks(
    shares: Mapping[tuple[str, str], Sequence[float]],
    ticks: Sequence[str],
    xlabel: str,
) -> Figure:
    """A curve for each (row, column) of `shares`, which lie between 0 and 1;
    each column of the table has the `ticks` on its own x axis, `xlabel`.

    Every number stands below its point; on a phone, the first and the last.
    """
    rows = list(dict.fromkeys(row for row, _ in shares))
    columns = list(dict.fromkeys(column for _, column in shares))

    def draw(card: Card) -> None:
        wide, high = card.get_size_inches()
        phone = wide <= style.PHONE
        card.set_layout_engine("none")
        axes = card.add_axes((0, 0, 1, 1))
        axes.axis("off")
        axes.set(xlim=(0, wide), ylim=(high, 0))
        left = 0.0 if phone else NAME
        each = (wide - left) / len(columns)
        tall = _row(phone)
        for k, column in enumerate(columns):
            xs = _places(left + k * each, each, len(ticks), phone)
            _head(axes, xs, column, ticks, phone)
            for n, row in enumerate(rows):
                foot = HEAD * LETTER + (n + 1) * tall - 1.25 * LETTER
                _curve(axes, xs, foot, shares[row, column], phone)
        if not phone:
            axes.text(0.05, 1.5 * LETTER, xlabel, va="center")
        for n, row in enumerate(rows):
            top = HEAD * LETTER + n * tall
            middle = top + (LETTER if phone else tall) / 2
            axes.text(0.05, middle, row, va="center")

    sizes = [
        (wide, HEAD * LETTER + len(rows) * _row(wide <= style.PHONE))
        for wide in (style.WIDTH, style.PHONE)
    ]
    alt = f"The share of right answers against the {xlabel}, in small curves"
    return render(draw, sizes, alt, _said(shares, rows, columns, ticks))


def _row(phone: bool) -> float:
    """Inches that a row is high."""
    return CURVE + LETTER * ((PHONE_LINES if phone else LINES) + 0.4)


def _places(left: float, wide: float, count: int, phone: bool) -> list[float]:
    """Where the points of a curve stand."""
    margin = 0.2 if phone else 0.27
    step = (wide - 2 * margin) / (count - 1)
    return [left + margin + k * step for k in range(count)]


def _head(
    axes: Axes, xs: Sequence[float], name: str, ticks: Any, phone: bool
) -> None:
    """The name of a column, and the ticks of its x axis."""
    middle: dict[str, Any] = {"ha": "center", "va": "center"}
    axes.text((xs[0] + xs[-1]) / 2, 0.5 * LETTER, name, weight="bold", **middle)
    for k in _numbered(len(xs), phone):
        axes.text(xs[k], 1.5 * LETTER, ticks[k], **middle)


def _curve(
    axes: Axes,
    xs: Sequence[float],
    foot: float,
    shares: Sequence[float],
    phone: bool,
) -> None:
    """A curve between 0, its line at the foot, and 1, with numbers below."""
    look: dict[str, Any] = {"color": style.RULE, "lw": 0.8, "zorder": 1}
    for level in (0, 1):
        axes.plot([xs[0], xs[-1]], [foot - level * CURVE] * 2, **look)
    ys = [foot - share * CURVE for share in shares]
    axes.plot(xs, ys, "o-", color=style.PALETTE[0], ms=3.5, lw=1.5)
    for k in _numbered(len(xs), phone):
        below = foot + 0.65 * LETTER
        axes.text(xs[k], below, f"{shares[k]:.2f}", ha="center", va="center")


def _numbered(count: int, phone: bool) -> Sequence[int]:
    """The points that have a number."""
    return (0, count - 1) if phone else range(count)


def _said(
    shares: Mapping[tuple[str, str], Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    ticks: Sequence[str],
) -> str:
    """The first and the last number of each curve."""
    number = alt_text.number
    told = [
        ", ".join(
            f"{column} {number(curve[0])} to {number(curve[-1])}"
            for column in columns
            for curve in [shares[row, column]]
        )
        for row in rows
    ]
    lines = "; ".join(f"{row}: {t}" for row, t in zip(rows, told, strict=True))
    return f"From {ticks[0]} to {ticks[-1]}, {lines}."
