"""Stored results with something changed, so that a claim can be seen to
fail.
"""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from attnbook import results


def altered(
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    change: Callable[[results.Result], Any],
) -> None:
    """From now on `results.load(name)` gives the stored result as `change` has
    left it.
    """
    load, result = results.load, copy.deepcopy(results.load(name))
    change(result)
    monkeypatch.setattr(
        results, "load", lambda other: result if other == name else load(other)
    )


def put(
    table: str, column: str, value: Any, **where: Any
) -> Callable[[results.Result], None]:
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
