"""What a caption owes its reader, computed from its rows: what was chosen, and
the range of seeds.
"""

from collections.abc import Callable, Sequence

from attncourse.experiments.results import Row, Table


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


def span(values: Sequence[float]) -> str:
    """The range of some numbers, in words."""
    return f"{min(values):.2f} to {max(values):.2f}"


def listed(names: Sequence[str]) -> str:
    """ "a, b and c"."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
