"""The captioners that are compared: names, and the range of seeds."""

from attncourse.experiments.results import Table

NAME, OBJECTS = "caption-scenes", "caption-objects"
ATTENTION, NONE = "attention", "none"
SPLIT = "held"  # combinations that no training has shown


def spread(table: Table, column: str) -> tuple[float, float, float]:
    """The mean over all rows, and the means of the lowest and the highest
    seed.
    """
    each = [
        table.where(seed=seed).mean(column)
        for seed in sorted(set(table.column("seed")))
    ]
    return table.mean(column), min(each), max(each)
