"""Which stacks learn, from which start and at which rate, and what fresh
attention does to words.
"""

from functools import cache
from statistics import fmean

import torch

from attncourse.experiments import recipes, results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Result
from attncourse.figures import plots

LABELS = {
    "attention alone, near a copy": "... near a copy",
    "+ residual, feed-forward": "+ feed-forward",
    "+ residual, feed-forward, small": "... small start",
    "post-norm, long warm-up": "... long warm-up",
}
RESIDUAL = "+ residual"
FIRST = "attention alone", "attention alone, near a copy", RESIDUAL
"""What is shown before a block is taught."""
LEARNED = 0.99
"""The share of right words from which on a stack has learned the task."""
CIRCLES, DRAWN = 64, 5  # how many, and the seed that draws them
EQUAL = 4  # layers, after which words are equal
ROUNDING = torch.finfo(torch.float32).eps
"""Of two numbers near 1 that float32 tells apart, the smallest distance."""


@cache
def _distances(stack: str, layers: int = 10) -> list[list[float]]:
    """For each seed how far a word is from the mean of its sentence, relative
    to its length, before the first layer of a fresh stack and after each; in
    float64, four digits.
    """
    recipe = recipes.load("starts")
    circles, _ = recipe.circle(CIRCLES, torch.Generator().manual_seed(DRAWN))
    found = []
    for seed in recipe.seeds:
        model = recipe.fresh({"stack": stack, "depth": layers}, seed).double()
        with torch.no_grad():
            states = model.states(circles)  # each B T D
        found.append(
            [
                (x - x.mean(1, True)).norm(dim=-1).mean().item()
                / x.norm(dim=-1).mean().item()
                for x in states
            ]
        )
    return [[float(f"{x:.4g}") for x in row] for row in found]


def apart() -> Finding:
    """Layers of fresh attention make all words of a sentence equal, unless
    each keeps a copy of what it reads.
    """
    means, bands = {}, {}
    for name, stack in {
        "attention alone": "attention alone",
        "with a residual (below)": RESIDUAL,
    }.items():
        columns = list(zip(*_distances(stack), strict=True))
        low, high, mean = (
            [max(of(x), ROUNDING) for x in columns] for of in (min, max, fmean)
        )
        means[name], bands[name] = mean, (low, high)
    alone, kept = means.values()
    assert max(alone[EQUAL:]) == ROUNDING, "equal, but for rounding"
    assert min(kept) > 0.01, "with a residual they differ after all layers"
    figure = plots.lines(
        range(len(alone)),
        means,
        "layers",
        "distance from the mean / length",
        band=bands,
        logy=True,
    )
    caption = f"""With random weights all words of a sentence become one vector:
    after {EQUAL} layers float32 no longer tells them apart (the line ends at
    its rounding)."""
    return Finding("starts.apart", figure, caption, (results.load("starts"),))


def alone() -> Finding:
    """Attention alone learns near a copy, if it is not too deep; a residual
    gives that start for free.
    """
    stored, shares = _shares()
    shallow, deep = stored.recipe["depths"]
    usual, near, residual = (
        shares[row]
        for row in (
            ("attention alone", shallow),
            ("attention alone, near a copy", shallow),
            (RESIDUAL, deep),
        )
    )
    assert max(usual) < 0.5 < max(near), "the start decides"
    assert min(residual[:-1]) > 0.6, "a residual is enough at smaller rates"
    rows = {row: s for row, s in shares.items() if row[0] in FIRST}
    caption = f"""Share of three seeds that learned. Attention alone learns only
    when it starts near a copy, with {shallow} layers; with a residual, {deep}
    layers do at all rates but one."""
    return Finding("starts.alone", _map(stored, rows), caption, (stored,))


def by_rate() -> Finding:
    """With a norm before each layer every rate serves; behind it, large rates
    need a long warm-up.
    """
    stored, shares = _shares()
    _, deep = stored.recipe["depths"]
    before, behind = shares["pre-norm", deep], shares["post-norm", deep]
    assert min(before) > 0.6 > min(behind), "every rate serves"
    rows = {
        row: s
        for row, s in shares.items()
        if row[0] not in FIRST or row[0] == RESIDUAL
    }
    caption = f"""Share of three seeds that learned, {deep} layers: with
    pre-norm at every rate, with post-norm at large rates only after a long
    warm-up."""
    return Finding("starts.by_rate", _map(stored, rows), caption, (stored,))


def _shares() -> tuple[Result, dict[tuple[str, int], list[float]]]:
    """For each stack and depth the share of seeds that learned, by rate."""
    stored = results.load("starts")
    table = stored.table("ends")
    pairs = zip(table.column("stack"), table.column("depth"), strict=True)
    rates = stored.recipe["rates"]
    return stored, {
        row: [_learned(stored, *row, rate) for rate in rates]
        for row in dict.fromkeys(pairs)
    }


def _map(
    stored: Result, rows: dict[tuple[str, int], list[float]]
) -> plots.Figure:
    """These shares as cells."""
    return plots.heatmap(
        list(rows.values()),
        [f"{LABELS.get(stack, stack)} ({depth})" for stack, depth in rows],
        [f"{rate:g}" for rate in stored.recipe["rates"]],
        xlabel="learning rate",
        ylabel="stack (layers)",
        label="share of seeds that learned",
        numbers=True,
    )


def _learned(stored: Result, stack: str, depth: int, rate: float) -> float:
    """The share of seeds that have learned."""
    rows = stored.table("ends").where(stack=stack, depth=depth, rate=rate)
    right = rows.column("accuracy")
    return sum((share or 0) > LEARNED for share in right) / len(right)
