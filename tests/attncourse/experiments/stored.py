"""Stored results with something changed, so that a claim can be seen to
fail.
"""

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from attncourse.experiments import results
from attncourse.experiments.finding import Finding
from attncourse.experiments.results import Table

MEASURES = {"accuracy", "bleu", "loss", "moved", "test", "train"}
MEASURES |= {"validation_bleu", "validation_loss"}

Change = Callable[[results.Result], Any]


def altered(monkeypatch: pytest.MonkeyPatch, name: str, change: Change) -> None:
    """From now on `results.load(name)` gives the stored result as `change` has
    left it.
    """
    load, result = results.load, copy.deepcopy(results.load(name))
    change(result)
    monkeypatch.setattr(
        results, "load", lambda other: result if other == name else load(other)
    )


def put(table: str, column: str, value: Any, **where: Any) -> Change:
    """A change: this value in the rows of the table that have these fields."""

    def change(result: results.Result) -> None:
        chosen = [
            row
            for row in result.tables[table]
            if all(row[key] == x for key, x in where.items())
        ]
        assert chosen, f"no row of {table} has {where}"
        for row in chosen:
            row[column] = value

    return change


def put_sample(name: str, number: int, **fields: Any) -> Change:
    """A change: these fields in one of the samples of a name."""
    return lambda r: r.samples[name][number].update(fields)


def put_value(name: str, value: float) -> Change:
    """A change: another single number."""
    return lambda r: r.values[name].update(value=value)


def worst_last(result: results.Result) -> None:
    """A change: the cases by rank, the other way round."""
    result.samples["cases"][1:] = result.samples["cases"][:0:-1]


class Watched(dict):
    """A row that knows which of its columns were read."""

    def __init__(self, row: Any) -> None:
        super().__init__(row)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)


class Made(NamedTuple):
    """A finding, the rows whose measures it read, by result, and the seeds of
    each mean that it took.
    """

    found: Finding
    rows: dict[str, list[Watched]]
    means: list[list[float]]

    @property
    def text(self) -> str:
        """What it says and shows."""
        return f"{self.found.caption} {self.found.display!r}"


def watch(make: Callable[[], Finding]) -> Made:
    """A finding made of watched rows."""
    load, mean, over = results.load, Table.mean, Table.over
    loaded: dict[str, results.Result] = {}
    means: list[list[float]] = []

    def watching(name: str) -> results.Result:
        if name not in loaded:
            loaded[name] = stored = load(name)
            for table, rows in stored.tables.items():
                stored.tables[table] = [*map(Watched, rows)]
        return loaded[name]

    def averaged(table: Table, column: str) -> float:
        if "seed" in table.rows[0]:
            means.append(table.column(column))
        return mean(table, column)

    def along(table: Table, *args: Any, **choices: Any) -> results.Curve:
        curve = over(table, *args, **choices)
        means.extend(map(list, zip(curve.low, curve.high, strict=True)))
        return curve

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "load", watching)
        patch.setattr(Table, "mean", averaged)
        patch.setattr(Table, "over", along)
        found = make()
    rows = {
        name: [
            row
            for table in stored.tables.values()
            for row in table
            if row.read & MEASURES
        ]
        for name, stored in loaded.items()
    }
    return Made(found, rows, means)
