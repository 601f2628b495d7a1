"""What length costs: time of a recurrent layer and of a block, memory of the
scores.
"""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding, threads
from attncourse.figures import plots

MEGA = 10**6


def time() -> Finding:
    """A block is faster than a recurrent layer of the same size, until the
    square of the length catches up.
    """
    stored, columns = _columns("seconds")
    gru, block = columns["gru"], columns["block"]
    ratios = [a / b for a, b in zip(gru, block, strict=True)]
    assert max(ratios) > 2, "the block is faster somewhere"
    assert ratios[-1] < max(ratios) / 2, "the square catches up"
    figure = plots.lines(
        stored.recipe["lengths"],
        {"GRU": gru, "block of a Transformer": block},
        xlabel="words",
        ylabel="seconds for a training step",
        alt="Seconds for a training step against the length, of a GRU and of a "
        "block.",
        logx=True,
        logy=True,
    )
    caption = f"""A GRU is up to {max(ratios):.1f} times as slow as a block; at
    {stored.recipe["lengths"][-1]:,} words it takes {ratios[-1]:.1f} times as
    long. One training step of one layer on one sequence, {threads(stored)}."""
    return Finding("lengths.time", figure, caption, (stored,))


def memory() -> Finding:
    """Stored scores grow with the square of the length, the fused kernel's
    memory with the length.
    """
    stored, columns = _columns("bytes")
    lengths = stored.recipe["lengths"]
    explicit, fused = columns["explicit"], columns["fused"]
    growth = [x[-1] / x[-2] for x in (explicit, fused)]
    assert growth[0] > 3 > 2.6 > growth[1], "a square, and a line"
    figure = plots.lines(
        lengths,
        {
            "scores stored": [x / MEGA for x in explicit],
            "fused kernel": [x / MEGA for x in fused],
        },
        xlabel="words",
        ylabel="megabytes at the peak",
        alt="Peak memory of attention against the length, two kernels.",
        logx=True,
        logy=True,
    )
    caption = f"""At {lengths[-1]:,} words attention takes
    {explicit[-1] / MEGA:,.0f} megabytes with the scores stored, and
    {fused[-1] / MEGA:,.0f} with the fused kernel. Peak of a training step of
    attention alone, {stored.recipe["heads"]} heads."""
    return Finding("lengths.memory", figure, caption, (stored,))


def _columns(of: str) -> tuple[results.Result, dict[str, list[float]]]:
    stored = results.load("length-cost")
    table = stored.table("cost")
    return stored, {
        kind: table.where(kind=kind).column(of)
        for kind in stored.recipe["kinds"]
    }
