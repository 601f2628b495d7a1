"""How one entry of a step comes about, written with its numbers."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from torch import Tensor

from attnbook.check.values import plain, shown

LONGEST = 6  # terms of a sum that are written down


class Entry(NamedTuple):
    """One entry: all values, the axes of each, and where it stands."""

    values: Mapping[str, Any]
    axes: Callable[[str], list[str]]
    at: dict[str, int]

    def __call__(self, name: str, *whole: str) -> Any:
        """The part of a value that stands at the entry.

        Axes that the entry lacks are left, and so are the `whole` ones.
        """
        value = self.values[name]
        if not isinstance(value, Tensor):
            return value
        at = {"1": 0} | {a: i for a, i in self.at.items() if a not in whole}
        return value[tuple(at.get(a, slice(None)) for a in self.axes(name))]


How = Callable[[Entry], str]


class _Numbers(dict[str, str]):
    """What stands at an entry, by name, as text."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry

    def __missing__(self, name: str) -> str:
        if name in self.entry.at:
            return str(self.entry.at[name])
        return number(plain(self.entry(name)))


def number(value: Any) -> str:
    """A number in a formula: in brackets where it is below 0."""
    text = shown(value)
    return f"({text})" if text.startswith("-") else text


def text(template: str) -> How:
    """A formula with names in braces: "{products} / sqrt({size K})"; an axis
    stands for its index.
    """
    return lambda entry: template.format_map(_Numbers(entry))


def dot(a: str, b: str) -> How:
    """The sum of the products of two rows."""

    def how(entry: Entry) -> str:
        pairs = zip(plain(entry(a)), plain(entry(b)), strict=True)
        return _joined([f"{number(x)} * {number(y)}" for x, y in pairs])

    return how


def share(name: str, *over: str) -> How:
    """The softmax along some axes at one place; what is hidden has no term."""

    def how(entry: Entry) -> str:
        row, own = entry(name, *over).flatten(), entry(name)
        powers = [f"exp({shown(x)})" for x in row[~row.isneginf()]]
        if not powers:
            return "nothing may be seen"
        above = "0" if own.isneginf() else f"exp({shown(own)})"
        return f"{above} / ({_joined(powers)})"

    return how


def plainly(needs: tuple[str, ...]) -> How:
    """What a step is made from, where it has no formula."""
    return lambda entry: (
        "made from "
        + ", ".join(
            f"{name.removeprefix('size ')} = {shown(entry(name))}"
            for name in needs
        )
    )


def _joined(terms: list[str]) -> str:
    more = [] if len(terms) <= LONGEST else ["..."]
    return " + ".join(terms[:LONGEST] + more)
