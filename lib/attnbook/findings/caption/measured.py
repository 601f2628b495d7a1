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
)
from attnbook.findings.finding import Finding, seeds
from attnbook.results import Table
from attnbook.show import plots, tables

SPLIT = "held"  # combinations that no training has shown


def by_things() -> Finding:
    """Attention holds where one vector, even a wide one, falls."""
    stored = results.load(NAME)
    table = stored.table("by_things").where(split=SPLIT)
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
    figure = plots.lines(
        best.x,
        {LABELS[name]: curve.mean for name, curve in curves.items()},
        xlabel="things in the scene",
        ylabel="share of slots right",
        alt="Share of slots right against the number of things, for four "
        "captioners.",
        band={LABELS[n]: (c.low, c.high) for n, c in curves.items()},
        limits=(0, 1),
    )
    wider = stored.recipe["variants"]
    sizes = {row["name"]: row["vector"] for row in wider}
    count = sum(_first_seed(table, NONE).column("scenes"))
    caption = f"""With {most} things attention fills {best.mean[-1]:.2f} of the
    slots, one vector of {sizes[NONE]} numbers {plain.mean[-1]:.2f}, one of
    {sizes["none-wide"]} numbers {wide.mean[-1]:.2f}, and a model that never
    sees the image {blind.mean[-1]:.2f}. {count:,} scenes, each with
    at least one combination of colour and kind that no training scene has;
    {seeds(table)} for each model."""
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
            row[f"slots, {heading}"] = _mean(part, "slots")
            row[f"exact, {heading}"] = _mean(part, "exact")
            row[f"BLEU-4, {heading}"] = _mean(part, "bleu")
        rows.append(row)
    ahead = [row["slots, new"] for row in rows]
    assert ahead[0] > ahead[1] > ahead[5], "attention, one vector, blind"
    digits = {key: 1 for key in rows[0] if key.startswith("BLEU")}
    caption = f"""Share of slots right, share of captions without any mistake,
    and BLEU-4; free running, greedy. {stored.recipe["tested"]:,} scenes of
    known combinations, and {stored.recipe["tested"]:,} that each have at
    least one new. {seeds(table).capitalize()} for each model."""
    return Finding(
        "caption.scores", tables.table(rows, digits=digits), caption, (stored,)
    )


def difference() -> Finding:
    """What attention brings, for each number of things, with its interval."""
    stored = results.load(NAME)
    whole, *rows = stored.table("difference").where(split=SPLIT).rows
    groups = Table("difference", rows)
    gains, low, high = (groups.column(key) for key in ("value", "low", "high"))
    assert min(whole["low"], *low) > 0, "every interval lies above zero"
    label = "with attention minus one vector"
    figure = plots.bars(
        [str(things) for things in groups.column("things")],
        {label: gains},
        xlabel="things in the scene",
        ylabel="difference in slots right",
        alt="Share of slots right with attention minus that with one vector, "
        "with 95 % intervals.",
        error={label: (low, high)},
    )
    caption = f"""Attention brings {whole["value"]:.2f} of the slots
    [{whole["low"]:.2f}, {whole["high"]:.2f}] over all {whole["scenes"]:,}
    scenes with new combinations (rounded after subtracting).
    {seeds(stored.table("scores")).capitalize()} for each model; 95 %
    intervals from
    {stored.recipe["resamples"]:,} resamples of the scenes."""
    return Finding("caption.difference", figure, caption, (stored,))


def pointing() -> Finding:
    """Whether the largest weight lies on the thing that a word names."""
    stored = results.load(NAME)
    table = stored.table("pointing").where(split=SPLIT)
    anywhere = stored.table("anywhere").where(split=SPLIT)
    least = {row["place"]: row["share"] for row in anywhere.rows}
    found = {
        word: [
            _mean(table.where(variant=name, word=word), "share")
            for name in (ATTENTION, "untrained")
        ]
        for word in ("colour", "kind")
    }
    lowest = min(table.where(variant=ATTENTION).column("share"))
    assert lowest > 3 * max(least.values()), "far above looking anywhere"
    figure = plots.bars(
        ["with\nattention", "decoder\nuntrained", "anywhere", "the middle"],
        {
            f"{word} words": [*shares, *least.values()]
            for word, shares in found.items()
        },
        xlabel="where the largest weight is",
        ylabel="share in the box of the thing",
        alt="Share of words whose largest weight lies in the box of their "
        "thing.",
    )
    count = table.where(variant=ATTENTION).rows[0]["words"]
    caption = f"""With attention the largest weight lies in the box of the
    thing for {found["colour"][0]:.2f} of the colour words and
    {found["kind"][0]:.2f} of the kind words. A finger put anywhere on the
    canvas hits {least["chance"]:.2f} of the boxes, one in the middle
    {least["middle"]:.2f}. {count:,} things in scenes with new combinations,
    the right caption fed in; {seeds(table.where(variant=ATTENTION))}."""
    return Finding("caption.pointing", figure, caption, (stored,))


def changed() -> Finding:
    """What one change does to the slots, and to where the model looks."""
    stored = results.load(NAME)
    slots = stored.table("scores").where(split=SPLIT)
    looks = stored.table("pointing").where(split=SPLIT)
    names = {
        ATTENTION: "as it is",
        "attention-frozen": "network\nfrozen",
        "attention-stochastic": "with\npenalty",
        "attention-no-places": "without\nplaces",
    }
    series: dict[str, list[float]] = {"slots right": [], "pointing": []}
    for name in names:
        series["slots right"].append(_mean(slots.where(variant=name), "slots"))
        series["pointing"].append(_mean(looks.where(variant=name), "share"))
    figure = plots.bars(
        [*names.values()],
        series,
        xlabel="model with attention",
        ylabel="share",
        alt="Slots right and pointing of four models with attention, each with "
        "one change.",
    )
    told = "; ".join(
        f"{label.replace(chr(10), ' ')} {slot:.2f} and {look:.2f}"
        for label, slot, look in zip(
            names.values(), *series.values(), strict=True
        )
    )
    caption = f"""Slots right, and words whose largest weight lies in the box
    of their thing: {told}. Scenes with new combinations,
    {seeds(slots.where(variant=ATTENTION))} for each model, one thing changed
    at a time."""
    return Finding("caption.changed", figure, caption, (stored,))


def _first_seed(table: Table, variant: str) -> Table:
    """The rows of one variant and its first seed."""
    rows = table.where(variant=variant)
    return rows.where(seed=rows.rows[0]["seed"])


def _mean(table: Table, column: str) -> float:
    values = table.column(column)
    return sum(values) / len(values)
