"""What a caption owes its reader, computed from its rows: runs that were cut,
choices at the edge of a grid, seeds that are scattered.
"""

from collections.abc import Callable, Sequence

from attncourse.experiments.results import Curve, Result, Row, Table


def unfinished(rows: Sequence[Row], epochs: int) -> str:
    """In how many runs the best "epoch" was the last one, in words."""
    last = sum(row["epoch"] == epochs for row in rows)
    if not last:
        return "In no run was the last epoch the best"
    return f"In {last} of {len(rows)} runs the last epoch was the best"


def falling(name: str, stored: Result) -> str:
    """A sentence about a model whose last epoch was its best, else none."""
    losses = stored.table("epochs").column("validation")
    if losses[-1] > min(losses):
        return ""
    return f" The validation loss of {name} still fell at its last epoch."


def chosen(
    search: Table,
    by: str,
    of: str = "validation_loss",
    what: str = "rate",
    best: Callable[..., Row] = min,
) -> str:
    """What was chosen for each value of `by`, the `best` by `of`, in words; a
    choice at the edge of its grid is told as one.
    """
    found: dict[str, list[str]] = {}
    for name in dict.fromkeys(search.column(by)):
        rows = search.where(**{by: name}).rows
        choice = best(rows, key=lambda row: row[of])[what]
        place = _place(choice, sorted({row[what] for row in rows}))
        found.setdefault(f"{choice:g}{place}", []).append(name)
    return "; ".join(f"{told} for {listed(n)}" for told, n in found.items())


def _place(choice: float, grid: Sequence[float]) -> str:
    """Where in the grid a choice lies, if at its edge."""
    edges = {grid[0]: "smallest", grid[-1]: "largest"}
    if choice not in edges:
        return ""
    return f", the {edges[choice]} of {len(grid)} tried,"


def meet(one: Curve, other: Curve) -> str:
    """Where the ranges of the seeds of two curves do not overlap, in words."""
    apart = [
        f"{x:,}"
        for x, a, b, c, d in zip(
            one.x, one.low, one.high, other.low, other.high, strict=True
        )
        if a > d or c > b
    ]
    if not apart:
        return "the ranges of the seeds overlap everywhere"
    return f"the ranges of the seeds do not overlap at {listed(apart)}"


def scattered(values: Sequence[float]) -> bool:
    """Whether the mean of seeds says too little: their range is wider than
    half of its middle.
    """
    low, high = min(values), max(values)
    return high - low > max(0.1, (low + high) / 4)


def span(values: Sequence[float]) -> str:
    """The range of some numbers, in words."""
    return f"{min(values):.2f} to {max(values):.2f}"


def listed(names: Sequence[str]) -> str:
    """ "a, b and c"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
