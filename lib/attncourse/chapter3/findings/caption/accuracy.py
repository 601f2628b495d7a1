"""What is measured over all scenes: what one vector loses, what attention
brings.
"""

from typing import Any

from attncourse.chapter3.findings.caption.captioners import (
    ATTENTION,
    BLIND,
    LABELS,
    NAME,
    NONE,
    SPLIT,
)
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, seeds
from attncourse.experiments.results import Table
from attncourse.figures import plots, tables

MEASURES = {
    "slots": ("slots", "share of slots right"),
    "exact": ("exact", "share of captions without a mistake (exact)"),
    "BLEU-4": ("bleu", "BLEU-4"),
}
"""By its heading each measure's column, and what it is."""


def scores(*measures: str) -> Finding:
    """The captioners on both splits of scenes that they have not seen, by all
    measures or by some.
    """
    chosen = {name: MEASURES[name] for name in measures or MEASURES}
    stored = results.load(NAME)
    table = stored.table("scores")
    rows: list[dict[str, Any]] = []
    for name in (ATTENTION, NONE, "none-wide", BLIND):
        row: dict[str, Any] = {"captioner": LABELS[name]}
        for split, heading in (("test", "known"), (SPLIT, "new")):
            part = table.where(variant=name, split=split)
            for measure, (column, _) in chosen.items():
                row[f"{measure}, {heading}"] = part.mean(column)
        rows.append(row)
    ahead = [row["slots, new"] for row in rows]
    assert ahead[0] > ahead[1] > ahead[3], "attention, one vector, blind"
    lost = [row["slots, known"] - row["slots, new"] for row in rows]
    assert min(lost[1:3]) > max(lost[0], lost[3]), "one vector loses most"
    digits = {key: 1 for key in rows[0] if key.startswith("BLEU")}
    told = ", ".join(text for _, text in chosen.values())
    caption = f"""{told[:1].upper()}{told[1:]}. Greedy decoding;
    {stored.recipe["tested"]:,} scenes of known combinations,
    {stored.recipe["tested"]:,} with new ones, {seeds(table)} of each model."""
    return Finding(
        "caption.scores", tables.table(rows, digits=digits), caption, (stored,)
    )


def difference() -> Finding:
    """What attention gains on new combinations, for each number of things and
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
        "with 95% intervals.",
        error={label: (low, high)},
    )
    caption = f"""On {whole["scenes"]:,} scenes with new combinations attention
    gets {whole["value"]:.2f} [{whole["low"]:.2f}, {whole["high"]:.2f}] more of
    the slots right. {seeds(stored.table("scores")).capitalize()} of each model;
    95% intervals from {stored.recipe["resamples"]:,} resamples of the
    scenes."""
    return Finding("caption.difference", figure, caption, (stored,))
