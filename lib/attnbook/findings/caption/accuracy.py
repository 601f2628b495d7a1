"""What is measured over all scenes: what one vector loses, what attention
brings.
"""

from typing import Any

from attnbook import results
from attnbook.findings.caption.captioners import (
    ATTENTION,
    BLIND,
    LABELS,
    NAME,
    NONE,
    SPLIT,
)
from attnbook.findings.finding import Finding, seeds
from attnbook.results import Table
from attnbook.show import plots, tables


def scores() -> Finding:
    """The captioners on both splits of scenes that they have not seen."""
    stored = results.load(NAME)
    table = stored.table("scores")
    rows: list[dict[str, Any]] = []
    for name in (ATTENTION, NONE, "none-wide", BLIND):
        row: dict[str, Any] = {"captioner": LABELS[name]}
        for split, heading in (("test", "known"), (SPLIT, "new")):
            part = table.where(variant=name, split=split)
            row[f"slots, {heading}"] = part.mean("slots")
            row[f"exact, {heading}"] = part.mean("exact")
            row[f"BLEU-4, {heading}"] = part.mean("bleu")
        rows.append(row)
    ahead = [row["slots, new"] for row in rows]
    assert ahead[0] > ahead[1] > ahead[3], "attention, one vector, blind"
    digits = {key: 1 for key in rows[0] if key.startswith("BLEU")}
    caption = f"""Share of slots right, share of captions without any mistake,
    and BLEU-4; free running, greedy. {stored.recipe["tested"]:,} scenes of
    known combinations, and {stored.recipe["tested"]:,} that each have at
    least one new. {seeds(table).capitalize()} for each model."""
    return Finding(
        "caption.scores", tables.table(rows, digits=digits), caption, (stored,)
    )


def difference() -> Finding:
    """What attention brings on new combinations, for each number of things and
    over all, with its interval.
    """
    stored = results.load(NAME)
    table = stored.table("difference").where(split=SPLIT)
    whole, *rows = table.rows
    groups = Table("difference", [*rows, whole])
    gains, low, high = (groups.column(key) for key in ("value", "low", "high"))
    assert min(low) > 0, "every interval lies above zero"
    label = "with attention minus one vector"
    figure = plots.bars(
        [str(things or "all") for things in groups.column("things")],
        {label: gains},
        xlabel="things in the scene",
        ylabel="difference in slots right",
        alt="Share of slots right with attention minus that with one vector, "
        "with 95 % intervals.",
        error={label: (low, high)},
    )
    caption = f"""Attention brings {whole["value"]:.2f} of the slots
    [{whole["low"]:.2f}, {whole["high"]:.2f}] of all {whole["scenes"]:,}
    scenes with new combinations.
    {seeds(stored.table("scores")).capitalize()} for each model; 95 % intervals
    from {stored.recipe["resamples"]:,} resamples of the scenes."""
    return Finding("caption.difference", figure, caption, (stored,))
