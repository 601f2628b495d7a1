"""Stored results with something changed, so that a claim can be seen to
fail.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from attnbook import results

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


def only(index: int) -> Change:
    """A change: one alignment is left."""
    return lambda r: r.samples.update(
        alignments=[r.samples["alignments"][index]]
    )
