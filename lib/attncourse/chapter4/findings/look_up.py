"""Looking up a colour by a name: with one matrix for keys and values or two,
with the root of K and without it.
"""

import numpy as np

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines
from attncourse.experiments.results import Curve, Result

KINDS = {"shared": "one matrix", "separate": "two matrices"}


def by_width() -> Finding:
    """Two matrices do with half the width what one does; with enough width
    both serve.
    """
    stored = results.load("look-up")
    table = stored.table("accuracy")
    one, two = curves = [
        table.over(by="width", of="accuracy", where={"kind": kind})
        for kind in KINDS
    ]
    at = {width: k for k, width in enumerate(one.x)}
    narrow = [at[width] for width in (2, 4)]
    assert all(one.high[k] < two.low[k] for k in narrow), "two are ahead"
    wide = min(one.low[at[8] :] + two.low[at[8] :])
    assert wide > 0.99, "with enough width both serve"
    often = {
        "most frequent of the memory": [_most_frequent(stored)] * len(one.x)
    }
    figure = lines(
        dict(zip(KINDS.values(), curves, strict=True)),
        often,
        xlabel="width of keys and values",
        ylabel="share of colours predicted right",
        alt="Share of right colours against the width of keys and "
        "values, with one matrix and with two.",
        limits=(0, 1),
        logx=True,
        ticks=True,
    )
    caption = f"""At width 4 one matrix gets {one.mean[at[4]]:.0%} of the
    colours right and two matrices get {two.mean[at[4]]:.0%}; from width 8 on
    both get nearly all. Three seeds, their range shaded."""
    return Finding("look_up.by_width", figure, caption, (stored,))


def root() -> Finding:
    """With the root of K the layer learns at larger rates, and so sooner."""
    stored = results.load("look-up-root")
    table, recipe = stored.table("speed"), stored.recipe
    rates, never = recipe["rates"], recipe["updates"]
    curves = {}
    for label, side in {
        "divided by the root of K": 1,
        "not divided": 0,
    }.items():
        found = np.array(
            [
                [n or never for n in row.column("updates")]
                for row in (table.where(root=side, rate=r) for r in rates)
            ]
        )
        ranges = found.mean(1), found.min(1), found.max(1)
        curves[label] = Curve([*rates], *(x.tolist() for x in ranges))
    with_, without = curves.values()
    assert min(with_.high) < min(without.low) / 2, "sooner, at its best rate"
    large = rates.index(0.1)
    assert with_.high[large] < never == without.low[large], "at larger rates"
    small = with_.mean[0] / without.mean[0]
    assert 0.7 < small < 1, "at the smallest rate there is little difference"
    figure = lines(
        curves,
        xlabel="learning rate",
        ylabel="updates until 90% are right",
        alt="Updates until nine in ten colours are right, by learning rate, "
        "with the root of K and without it.",
        logx=True,
        logy=True,
        ticks=True,
    )
    caption = f"""With the root larger steps are possible: updates until nine in
    ten colours are right, K = {recipe["width"]} (at the top: not within
    {never:,}). Three seeds, their range shaded."""
    return Finding("look_up.root", figure, caption, (stored,))


def _most_frequent(stored: Result) -> float:
    """How often the answer is the most frequent colour of the memory."""
    size, colours = (stored.recipe[key] for key in ("memory", "colours"))
    drawn = np.random.default_rng(1).integers(colours, size=(20_000, size))
    counts = (drawn[..., None] == np.arange(colours)).sum(1)
    return float(counts.max(1).mean() / size)
