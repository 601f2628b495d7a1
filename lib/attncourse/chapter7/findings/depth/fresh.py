"""Stacks of the recipe `depth` with fresh weights: how different their words
still are, layer by layer, and how long. Nothing is trained or stored.
"""

from functools import cache
from typing import NamedTuple

import torch

from attncourse.experiments import recipes, results
from attncourse.experiments.finding import Finding, lines
from attncourse.experiments.results import Curve

LADDER = {
    "attention alone": (False, False, False),
    "residual": (True, False, False),
    "whole blocks": (True, True, True),
    "residual, feed-forward": (True, False, True),
}
CIRCLES, DRAWN = 64, 5  # how many, and the seed that draws them
EQUAL = 4  # layers, after which words are equal
ROUNDING = torch.finfo(torch.float32).eps
"""Of two numbers near 1 that float32 tells apart, the smallest distance."""


class Fresh(NamedTuple):
    """By seed and by the number of layers: how far a word is from the mean of
    its sentence, relative to its length; and that length.
    """

    apart: list[list[float]]
    length: list[list[float]]


@cache
def stacks(parts: tuple[bool, ...], layers: int = 10) -> Fresh:
    """What fresh stacks do to the words of circles, in float64."""
    recipe = recipes.load("depth")
    drawn = torch.Generator().manual_seed(DRAWN)
    circles, _ = recipe.circle(CIRCLES, drawn)
    found = Fresh([], [])
    for seed in recipe.seeds:
        model = recipe.stack(recipe.words + 1, parts, layers, seed).double()
        with torch.no_grad():
            states = model.states(circles)  # each B T D
        lengths = [x.norm(dim=-1).mean().item() for x in states]
        away = [(x - x.mean(1, True)).norm(dim=-1).mean() for x in states]
        found.length.append(lengths)
        found.apart.append(
            [far.item() / n for far, n in zip(away, lengths, strict=True)]
        )
    return found


def apart() -> Finding:
    """Attention alone makes all words equal in four layers; with a residual,
    and in whole blocks, they still differ after ten.
    """
    found = {
        name: curve(stacks(LADDER[name]).apart)
        for name in ("attention alone", "residual", "whole blocks")
    }
    alone, residual, whole = found.values()
    assert max(alone.high[EQUAL:]) < ROUNDING, "equal, but for rounding"
    assert min(residual.low) > 0.03, "a residual keeps them apart"
    assert whole.low[-1] > 3 * residual.high[-1], "whole blocks do it best"
    found["attention alone"] = Curve(
        alone.x, *([max(x, ROUNDING) for x in part] for part in alone[1:])
    )
    figure = lines(
        found,
        {"rounding of float32": [ROUNDING] * len(alone.x)},
        xlabel="layers",
        ylabel="distance from the mean / length",
        alt="How different the words of a sentence still are after each layer "
        "of three fresh stacks.",
        logy=True,
    )
    caption = f"""Attention alone makes all words equal in {EQUAL} layers: they
    differ by less than float32 can tell. With a residual a word still differs
    from the mean of its sentence by {span(residual)} of its length after
    {alone.x[-1]} layers, in whole blocks by {span(whole)}.
    {_measured()} Computed in float64; what is smaller than the rounding of
    float32 is drawn there."""
    return _finding("apart", figure, caption)


def lengths() -> Finding:
    """Without a norm the words of a stack with feed-forward layers become a
    hundred times as long, in whole blocks hardly three times.
    """
    found = {name: curve(stacks(LADDER[name]).length) for name in LADDER}
    alone, residual, whole, wild = found.values()
    assert wild.low[-1] > 100 * wild.high[0], "a hundred times as long"
    assert residual.low[-1] > 10 * residual.high[0], "so does attention"
    assert max(alone.high) < 1.3 * alone.high[0], "the residual does it"
    assert whole.high[-1] < 3.2 * whole.low[0], "a norm holds it"
    figure = lines(
        found,
        xlabel="layers",
        ylabel="length of a word",
        alt="How long the vectors of the words become after each layer of four "
        "fresh stacks.",
        logy=True,
    )
    caption = f"""With a residual and no norm the stream grows by a factor in
    every layer. With feed-forward layers words of length
    {wild.mean[0]:.0f} grow to {wild.low[-1]:,.0f} to {wild.high[-1]:,.0f} in
    {wild.x[-1]} layers, in whole blocks only to {whole.low[-1]:.0f} to
    {whole.high[-1]:.0f}. {_measured()}"""
    return _finding("lengths", figure, caption)


def curve(seeds: list[list[float]]) -> Curve:
    """Mean and range of the seeds, by the number of layers, of four digits:
    processors draw fresh weights that differ in the eighth.
    """
    rounded = [[float(f"{x:.4g}") for x in each] for each in seeds]
    columns = [*zip(*rounded, strict=True)]
    return Curve(
        list(range(len(columns))),
        [sum(column) / len(column) for column in columns],
        list(map(min, columns)),
        list(map(max, columns)),
    )


def span(of: Curve) -> str:
    """The range of the seeds after the last layer, in words."""
    return f"{of.low[-1]:.2f} to {of.high[-1]:.2f}"


def _measured() -> str:
    made = recipes.load("depth")
    return f"""Fresh weights, means over {CIRCLES} sentences of {made.words}
    different words, {len(made.seeds)} seeds, their range shaded."""


def _finding(name: str, figure: object, caption: str) -> Finding:
    return Finding(f"depth.{name}", figure, caption, (results.load("depth"),))
