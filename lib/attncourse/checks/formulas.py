"""How one entry of a step comes about, written with its numbers."""

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, NamedTuple

from torch import Tensor

from attncourse.checks.values import plain, shown

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

    def text(self, template: str) -> str:
        """A formula with names in braces: "{products} / sqrt({size K})"; an
        axis stands for its index.
        """
        names = [name for _, name, _, _ in Formatter().parse(template) if name]
        at = {n: self.at[n] if n in self.at else self(n) for n in names}
        return template.format_map({n: number(x) for n, x in at.items()})

    def sources(self, needs: tuple[str, ...]) -> str:
        """What a step without a formula is made from."""
        named = (f"{n.removeprefix('size ')} = {shown(self(n))}" for n in needs)
        return ", ".join(named)


How = Callable[[Entry], str]


def number(value: Any) -> str:
    """A number in a formula: in brackets where it is below 0."""
    text = shown(value)
    return f"({text})" if text.startswith("-") else text


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
            return "everything is hidden"
        above = "0" if own.isneginf() else f"exp({shown(own)})"
        return f"{above} / ({_joined(powers)})"

    return how


def _joined(terms: list[str]) -> str:
    more = [] if len(terms) <= LONGEST else ["..."]
    return " + ".join(terms[:LONGEST] + more)
