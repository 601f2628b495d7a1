"""Which bag of digits has a nine: three ways to pool it."""

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.figures import tables

LABELS = {"mean": "mean", "max": "maximum", "attention": "attention"}


def poolings() -> Finding:
    """The maximum finds the nine at least as well as attention."""
    stored = results.load("bags-nine")
    table = stored.table("accuracy")
    rows = []
    for pool, label in LABELS.items():
        part = table.where(pool=pool)
        found = None if pool == "mean" else _span(part.column("found"))
        rows.append(
            {
                "pooling": label,
                "bags right": _span(part.column("accuracy")),
                "nines found": found,
            }
        )
    caption = f"""Bags of {stored.recipe["size"]} digits, after training on
    {stored.recipe["bags"]}: the mean of five seeds and their range."""
    return Finding("bags.poolings", tables.table(rows), caption, (stored,))


def _span(values: list[float]) -> str:
    """A mean with its range."""
    average = sum(values) / len(values)
    return f"{average:.2f} ({min(values):.2f} to {max(values):.2f})"
