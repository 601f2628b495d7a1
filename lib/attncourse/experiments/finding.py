"""What every finding is: something to look at, and the sentence that it
proves.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from attncourse.experiments import comparison
from attncourse.experiments.results import Curve, Result, Table
from attncourse.figures import plots
from attncourse.figures.figure import Shown

PAGE = "../book/results.md"
COMPARES = re.compile(
    r"\b(better|worse|best|worst|ahead|behind|faster|slower|sooner|later|more"
    r"|fewer|less|higher|lower|fails?|cannot|forgets?|needs?|because of|beats?"
    r"|loses?)\b"
)
"""Words that say that one side is not as good as another."""
SEEDS = re.compile(r"\b(\w+) seeds\b")
COUNTS = ("one", "two", "three", "four", "five")
Shares = dict[tuple[str, str, int], float]
"""A share of right answers for each question, kind and size."""


@dataclass(frozen=True, repr=False)
class Finding(Shown):
    """A finding is a claim with its figure, live figure or table, made from
    stored results.

    `name` is "module.function"; `sources` are the results that it was made
    from. Below its caption stands a link to where the recipes are.
    """

    name: str
    display: Any
    caption: str
    sources: tuple[Result, ...]

    def __post_init__(self) -> None:
        """Raises ValueError for a caption that says more than its sources
        hold: that compares sides of which one was cut or has its rate at the
        edge of a grid, or that counts more seeds than there are.
        """
        super().__post_init__()
        for source in self.sources:
            doubts = comparison.doubts(source)
            if COMPARES.search(self.caption) and doubts:
                raise ValueError(
                    f"{self.name} compares, but {'; '.join(doubts)}"
                )
            told = max(map(_count, SEEDS.findall(self.caption)), default=0)
            trained = {r["seed"] for r in source.tables.get("runs", ())}
            if trained and told > len(trained):
                raise ValueError(
                    f"{self.name} says {told} seeds, but {source.name} has "
                    f"{len(trained)}"
                )

    @property
    def anchor(self) -> str:
        """Where the finding stands on the page of results."""
        return anchor(self.name)

    def _below(self) -> str:
        link = f"[How this was measured]({PAGE}#{self.anchor})"
        return f"{self.caption} {link}"


def anchor(name: str) -> str:
    """What links lead to, for a finding "module.function"."""
    return name.replace(".", "-").replace("_", "-")


def _count(word: str) -> int:
    """The number that a word says; 0 of another word."""
    if word in COUNTS:
        return COUNTS.index(word) + 1
    return int(word) if word.isdigit() else 0


def lines(
    curves: Mapping[str, Curve], beside: Mapping[str, Any] = {}, **look: Any
) -> plots.Figure:
    """A line for each curve, the range of its seeds shaded, then those that
    have none; `look` is that of `plots.lines`. Raises ValueError for curves
    over different x.
    """
    first, *others = curves.values()
    if any(curve.x != first.x for curve in others):
        raise ValueError(f"curves over different x: {', '.join(curves)}")
    return plots.lines(
        first.x,
        {**{label: c.mean for label, c in curves.items()}, **beside},
        band={label: (c.low, c.high) for label, c in curves.items()},
        **look,
    )


def against_length(
    curves: Mapping[str, Curve], chance: float, share: str, condition: str
) -> plots.Figure:
    """A line with its band for each kind, and one for chance, over the length
    of the sequence.
    """
    first, *_ = curves.values()
    return lines(
        curves,
        {"chance": [chance] * len(first.x)},
        xlabel="length of the sequence (symbols)",
        ylabel=share,
        alt=f"{share.capitalize()} against the length of the sequence, "
        f"{condition}.",
        logx=True,
        limits=(0, 1),
    )


def span(values: Sequence[float]) -> str:
    """The range of some numbers, in words."""
    return f"{min(values):.2f} to {max(values):.2f}"


def seeds(table: Table) -> str:
    """How many seeds a table has, in words."""
    count = len(set(table.column("seed")))
    return "one seed" if count == 1 else f"{count} seeds"


def shares(stored: Result, sizes: Sequence[int] = ()) -> Shares:
    """The mean share of right answers of each question, kind and size, by
    default of all that were tested.
    """
    table = stored.table("accuracy")
    made = stored.recipe.get("trial", stored.recipe)
    return {
        (question, kind, size): table.where(
            question=question, kind=kind, size=size
        ).mean("accuracy")
        for question in made["questions"]
        for kind in made["kinds"]
        for size in sizes or made["tested"]
    }


def length_labels(groups: Table) -> list[str]:
    """Names of the groups of lengths: "1-8", ..., and "20+" for the last, which
    has no end.
    """
    begins = groups.column("shortest")
    return [f"{begin}-{end - 1}" for begin, end in pairwise(begins)] + [
        f"{begins[-1]}+"
    ]


def threads(stored: Result) -> str:
    """What a time was measured on, in words."""
    count = stored.made["machine"]["threads"]
    return f"{count} thread{'s' * (count > 1)} of a shared processor"


def gained(groups: Table, label: str, alt: str) -> plots.Figure:
    """What one translator has more than another, for each group of lengths."""
    gains, low, high = (
        groups.column(name) for name in ("difference", "low", "high")
    )
    return plots.bars(
        length_labels(groups),
        {label: gains},
        xlabel="source length (words)",
        ylabel="difference in BLEU",
        alt=alt,
        error={label: (low, high)},
    )
