"""What one head answers, and what it takes two for."""

from attnbook import results
from attnbook.findings.finding import Finding, seeds
from attnbook.show import plots, tables

NAME = "relations"
LABELS = {
    "rows": "each row\nalone",
    "plain": "nothing\nlearned",
    "1 head": "one\nhead",
    "2 heads": "two\nheads",
    "4 heads": "four\nheads",
}


def opening() -> Finding:
    """A row alone guesses; a row that may ask knows."""
    stored = results.load(NAME)
    table = stored.table("accuracy").where(questions=1)
    alone, asking = (table.where(kind=kind) for kind in ("rows", "1 head"))
    worst, best = min(asking.column("accuracy")), max(alone.column("accuracy"))
    assert best < 0.45 < 0.99 < worst, "only who asks knows"
    rows = [
        {"each row": sees, "answered right": part.mean("accuracy")}
        for sees, part in (
            ("sees itself alone", alone),
            ("asks all rows", asking),
        )
    ]
    caption = f"""The share of colours named right, one question for each row;
    {stored.recipe["tested"]:,} circles of {stored.recipe["size"]} rows,
    {seeds(table)} each. Chance is {stored.value("chance"):.2f}."""
    return Finding(
        "relations.opening", tables.table(rows, digits=2), caption, (stored,)
    )


def by_heads() -> Finding:
    """One head answers one question; two at once take two heads."""
    stored = results.load(NAME)
    table = stored.table("accuracy")
    parts = {
        (kind, asked): table.where(kind=kind, questions=asked)
        for kind in LABELS
        for asked in (1, 2)
    }
    cells = {case: part.column("accuracy") for case, part in parts.items()}
    mean = {case: part.mean("accuracy") for case, part in parts.items()}
    one, two = cells["1 head", 2], cells["2 heads", 2]
    assert min(cells["1 head", 1]) > 0.99, "one head answers one question"
    assert max(one) < 0.8 < 0.99 < min(two), "two questions take two heads"
    assert max(cells["rows", 1]) < 0.45, "a row alone does not know"
    names = {1: "one question", 2: "two at once"}
    means = {
        label: [mean[kind, asked] for kind in LABELS]
        for asked, label in names.items()
    }
    figure = plots.bars(
        list(LABELS.values()),
        means,
        error={
            label: (
                [min(cells[kind, asked]) for kind in LABELS],
                [max(cells[kind, asked]) for kind in LABELS],
            )
            for asked, label in names.items()
        },
        xlabel="what is between the two linear layers",
        ylabel="share of questions answered right",
        alt="Share of questions answered right by five readers, with one "
        "question for each row and with two.",
    )
    caption = f"""One question for each row: one head answers
    {mean["1 head", 1]:.2f}, self-attention without learned maps
    {mean["plain", 1]:.2f}, a layer on each row alone {mean["rows", 1]:.2f}.
    Two at once: one head {mean["1 head", 2]:.2f}, two heads of half the width
    {mean["2 heads", 2]:.2f}. Chance {stored.value("chance"):.2f}.
    {stored.recipe["tested"]:,} circles of {stored.recipe["size"]} rows,
    {seeds(table)} each, the range marked."""
    return Finding("relations.by_heads", figure, caption, (stored,))
