"""What the recipes measured, one JSON file each: written by recipes only, read
by findings.

Every file has one form: `recipe`, the whole recipe with its model; `made`, on
what machine and in how many seconds of training; `values`, single numbers with
their units; `tables`, flat rows, one for each seed and case, never a mean;
`samples`, what can be looked at.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from attncourse.rooms import chapters

Row = Mapping[str, Any]


class Curve(NamedTuple):
    """A measurement over its seeds: for each x the mean, the lowest and the
    highest.
    """

    x: list[Any]
    mean: list[float]
    low: list[float]
    high: list[float]


@dataclass(frozen=True)
class Table:
    """Flat rows that all have the same columns."""

    name: str
    rows: Sequence[Row]

    def where(self, **fields: Any) -> "Table":
        """The rows with these values. Raises ValueError if there are none."""
        rows = [
            row
            for row in self.rows
            if all(row[name] == value for name, value in fields.items())
        ]
        if not rows:
            raise ValueError(f"no row of {self.name} has {fields}")
        return Table(self.name, rows)

    def column(self, name: str) -> list[Any]:
        """One column, in the order of the rows."""
        return [row[name] for row in self.rows]

    def mean(self, name: str) -> float:
        """The mean of one column."""
        values = self.column(name)
        return sum(values) / len(values)

    def over(
        self,
        seed: str = "seed",
        *,
        by: str,
        of: str = "",
        where: Row | None = None,
    ) -> Curve:
        """The column `of` (by default the one with the table's own name) for
        each value of `by`, over all seeds.

        Raises ValueError if a value of `by` has a seed twice, or not the same
        seeds as the others.
        """
        table = self.where(**(where or {}))
        x = list(dict.fromkeys(table.column(by)))
        groups = [table.where(**{by: value}) for value in x]
        seeds = [sorted(group.column(seed)) for group in groups]
        if any(own != seeds[0] or len(set(own)) < len(own) for own in seeds):
            raise ValueError(
                f"{self.name} by {by} needs the same seeds everywhere, each "
                f"once: {seeds}"
            )
        found = [
            [float(value) for value in group.column(of or self.name)]
            for group in groups
        ]
        return Curve(
            x,
            [sum(f) / len(f) for f in found],
            list(map(min, found)),
            list(map(max, found)),
        )


@dataclass(frozen=True)
class Result:
    """One result file."""

    recipe: dict[str, Any]
    made: dict[str, Any]
    values: dict[str, dict[str, Any]]
    tables: dict[str, list[Row]]
    samples: dict[str, Any]

    @property
    def name(self) -> str:
        """The recipe's name, which is the file's."""
        return self.recipe["name"]

    def value(self, name: str) -> Any:
        """A single value. Raises ValueError, listing those there are, for a
        name that there is not.
        """
        return _known(self.values, name, f"value of {self.name}")["value"]

    def table(self, name: str) -> Table:
        """A table. Raises ValueError, listing those there are, for a name that
        there is not.
        """
        return Table(name, _known(self.tables, name, f"table of {self.name}"))


def names() -> list[str]:
    """The names of the results there are."""
    return sorted(_files())


def load(name: str) -> Result:
    """One result. Raises ValueError, listing those there are, for a name that
    there is not.
    """
    found = _files()
    if name not in found:
        raise ValueError(
            f"unknown result: {name!r}; there are {', '.join(sorted(found))}"
        )
    return parse(found[name].read_text(encoding="utf-8"))


def folders() -> list[Traversable]:
    """Where results stand: with their chapters."""
    packages = map(resources.files, chapters().values())
    return [package.joinpath("results") for package in packages]


def _files() -> dict[str, Traversable]:
    return {
        file.name.removesuffix(".json"): file
        for folder in folders()
        if folder.is_dir()
        for file in folder.iterdir()
        if file.name.endswith(".json")
    }


def parse(text: str) -> Result:
    """A result from the text of its file. Raises ValueError, naming what is
    wrong, if it has not the one form.
    """
    content = json.loads(text)
    wanted = {field.name for field in fields(Result)}
    if not isinstance(content, dict) or content.keys() != wanted:
        raise ValueError(
            f"a result has the keys {', '.join(sorted(wanted))}: "
            f"{sorted(content)}"
        )
    if not content["recipe"].get("name") or content["made"].keys() != {
        "machine",
        "seconds",
    }:
        raise ValueError(
            f"a result says its recipe's name, the machine and the seconds: "
            f"{sorted(content['made'])}"
        )
    for name, value in content["values"].items():
        if value.keys() != {"value", "unit"}:
            raise ValueError(f"a value has a unit: {name}={value}")
    for name, rows in content["tables"].items():
        flat = all(
            isinstance(x, str | int | float | None)
            for row in rows
            for x in row.values()
        )
        if (
            not rows
            or not flat
            or any(row.keys() != rows[0].keys() for row in rows)
        ):
            raise ValueError(
                f"the rows of a table are flat and have the same columns: "
                f"{name}"
            )
    _check_finite(content)
    return Result(**content)


def _check_finite(content: Any, place: str = "result") -> None:
    if isinstance(content, dict | list):
        items = (
            content.items() if isinstance(content, dict) else enumerate(content)
        )
        for key, value in items:
            _check_finite(value, f"{place}.{key}")
    elif isinstance(content, float) and not math.isfinite(content):
        raise ValueError(f"a result holds finite numbers: {place}={content}")


def _known(there: Mapping[str, Any], name: str, what: str) -> Any:
    if name not in there:
        raise ValueError(
            f"unknown {what}: {name!r}; there are {', '.join(there)}"
        )
    return there[name]
