"""What one vector holds with a good network and pooling."""

from typing import Any

from attncourse.chapter3.findings.caption.captioners import (
    ATTENTION,
    BLIND,
    NONE,
    SPLIT,
)
from attncourse.chapter3.findings.caption.captioners import NAME as CAPTION
from attncourse.experiments import results
from attncourse.experiments.finding import Finding, lines, seeds
from attncourse.experiments.results import Table
from attncourse.figures import tables

NAME = "caption-one-vector"
BEST = "pooled-lent"
LABELS = {
    (CAPTION, ATTENTION): "with attention",
    (NAME, BEST): "pooled, better network",
    (NAME, "pooled-lent-frozen"): "pooled, better network, frozen",
    (NAME, "pooled"): "pooled, own network",
    (NAME, "flat-lent"): "in a row, better network",
    (NAME, "flat-lent-frozen"): "in a row, better network, frozen",
    (CAPTION, "none-wide"): "in a row, own network",
}
NETWORKS = {
    "caption-scenes-attention": "trained with attention",
    "caption-scenes-none": "trained with one vector",
}


def by_things() -> Finding:
    """The best model with one vector starts level with attention and falls;
    all combinations are known, so the number of things alone changes.
    """
    stored, before = results.load(NAME), results.load(CAPTION)
    pooled = stored.table("by_things").where(split="test")
    known = before.table("by_things").where(split="test")
    curves = {
        label: table.over(by="things", of="slots", where={"variant": variant})
        for label, table, variant in (
            ("with attention", known, ATTENTION),
            ("one vector, pooled, better network", pooled, BEST),
            ("one vector, grid in a row", known, NONE),
            ("blind", known, BLIND),
        )
    }
    best, vector, plain, blind = curves.values()
    for k in range(1, len(best.x)):
        assert best.low[k] > vector.high[k], "attention, from two things on"
    for other in (plain, blind):
        assert all(
            a > b for a, b in zip(vector.low, other.high, strict=True)
        ), "pooled is ahead of a row and of blind"
    assert abs(best.mean[0] - vector.mean[0]) < 0.02, "level on one thing"
    figure = lines(
        curves,
        xlabel="things in the scene",
        ylabel="share of slots right",
        alt="Share of slots right against the number of things, for four "
        "captioners.",
        limits=(0, 1),
    )
    caption = f"""On a single thing the best model with one vector gets
    {vector.mean[0]:.2f} of the slots right, attention {best.mean[0]:.2f}. With
    {best.x[-1]} things it gets {vector.mean[-1]:.2f}, attention
    {best.mean[-1]:.2f}. {stored.recipe["tested"]:,} scenes of known
    combinations; {seeds(pooled)} of the best model with one vector,
    {seeds(known)} of the others, their range shaded."""
    return Finding("one_vector.by_things", figure, caption, (stored, before))


def scores() -> Finding:
    """Two reasons why one vector is weak, one changed at a time."""
    sources = {name: results.load(name) for name in (NAME, CAPTION)}
    rows: list[dict[str, Any]] = []
    for (name, variant), label in LABELS.items():
        row: dict[str, Any] = {"model": label}
        parts = {
            key: sources[name].table(key).where(variant=variant)
            for key in ("scores", "by_things")
        }
        row |= _columns(parts["scores"], parts["by_things"])
        rows.append(row)
    slots = [row["all, known"] for row in rows]
    assert slots[0] > slots[1] + 0.1, "attention is ahead of all"
    assert slots[1] == max(slots[1:]) > slots[-1] + 0.1, "both help"
    assert slots[1] > slots[3] > slots[4] > slots[6], "pooling helps most"
    stored = sources[NAME]
    caption = f"""Share of slots right. The first model attends to the grid; all
    others turn it into one vector of 512 numbers. The better network is the one
    that was trained with attention. {stored.recipe["tested"]:,} scenes of known
    combinations, and the same number with new ones.
    {seeds(stored.table("scores")).capitalize()} of each model,
    {seeds(sources[CAPTION].table("scores"))} of the first and the last."""
    return Finding(
        "one_vector.scores",
        tables.table(rows),
        caption,
        tuple(sources.values()),
    )


def _columns(scores: Table, things: Table) -> dict[str, float]:
    """What the table says of one model."""
    known = things.where(split="test")
    return {
        "one thing": known.where(things=1).mean("slots"),
        "six things": known.where(things=6).mean("slots"),
        "all, known": scores.where(split="test").mean("slots"),
        "all, new": scores.where(split=SPLIT).mean("slots"),
    }


def probe() -> Finding:
    """The network trained with attention recognises new combinations."""
    stored = results.load(NAME)
    table = stored.table("probe")
    rows: list[dict[str, Any]] = []
    for name, label in NETWORKS.items():
        known, new = (
            table.where(network=name, split=split) for split in ("test", SPLIT)
        )
        rows.append(
            {
                "network": label,
                "kinds, known": known.mean("kinds"),
                "kinds, new": new.mean("kinds"),
                "colours, new": new.mean("colours"),
            }
        )
    better, other = (row["kinds, new"] for row in rows)
    assert better > other + 0.1, "new combinations"
    assert min(row["colours, new"] for row in rows) > 0.99, "colours"
    caption = f"""A linear layer predicts the kind and the colour of a single
    thing from the mean and the maximum of each feature over the grid. The share
    that is right, for known and for new combinations;
    {stored.recipe["tested"]:,} scenes of each, one seed."""
    return Finding("one_vector.probe", tables.table(rows), caption, (stored,))
