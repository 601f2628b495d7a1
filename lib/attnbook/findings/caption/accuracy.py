"""What is measured over all scenes: what one vector loses, what attention
brings, and whether it looks where it names.
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
from attnbook.findings.finding import Finding, lines, seeds
from attnbook.results import Table
from attnbook.show import plots, tables


def by_things() -> Finding:
    """Attention holds where one vector, even a wide one, falls; combinations
    are known, so that the number of things alone makes the difference.
    """
    stored = results.load(NAME)
    table = stored.table("by_things").where(split="test")
    names = [ATTENTION, NONE, "none-wide", BLIND]
    curves = {
        name: table.over(by="things", of="slots", where={"variant": name})
        for name in names
    }
    best, plain, wide, blind = curves.values()
    for other in (plain, wide, blind):
        assert all(a > b for a, b in zip(best.low, other.high, strict=True)), (
            "attention is ahead for every number of things, in every seed"
        )
    most = plain.x[-1]
    figure = lines(
        {LABELS[name]: curve for name, curve in curves.items()},
        xlabel="things in the scene",
        ylabel="share of slots right",
        alt="Share of slots right against the number of things, for four "
        "captioners.",
        limits=(0, 1),
    )
    wider = stored.recipe["variants"]
    sizes = {row["name"]: row["vector"] for row in wider}
    count = sum(_first_seed(table, NONE).column("scenes"))
    single = stored.table("by_things").where(split=SPLIT, things=1)
    alone = single.where(variant=NONE)
    caption = f"""With {most} things attention fills {best.mean[-1]:.2f} of the
    slots, one vector of {sizes[NONE]} numbers {plain.mean[-1]:.2f}, one of
    {sizes["none-wide"]} numbers {wide.mean[-1]:.2f}, and a model that never
    sees the image {blind.mean[-1]:.2f}. {count:,} scenes whose combinations of
    colour and kind were all in training; {seeds(table)} for each model, the
    range of the seeds shaded. Of a single thing in a new combination one vector
    names {alone.mean("colours"):.2f} of the colours and
    {alone.mean("kinds"):.2f} of the kinds."""
    return Finding("caption.by_things", figure, caption, (stored,))


def scores() -> Finding:
    """Every captioner on both splits of scenes that it has not seen."""
    stored = results.load(NAME)
    table = stored.table("scores")
    rows: list[dict[str, Any]] = []
    for name, label in LABELS.items():
        row: dict[str, Any] = {"captioner": label}
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


def _first_seed(table: Table, variant: str) -> Table:
    """The rows of one variant and its first seed."""
    rows = table.where(variant=variant)
    return rows.where(seed=rows.rows[0]["seed"])
