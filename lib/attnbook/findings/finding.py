"""What every finding is: something to look at, and the sentence that it proves."""

from dataclasses import dataclass
from typing import Any

from IPython.display import Markdown, display

from attnbook.results import Result, Table

PAGE = "../book/results.md"


@dataclass(frozen=True)
class Finding:
    """A figure, live figure or table made from stored results, with its caption.

    `name` is "module.function"; `sources` are the results that it was made from. In a notebook it shows itself, then
    the caption with a link to where the recipe stands. Line breaks in a caption are spaces.
    """

    name: str
    shows: Any
    caption: str
    sources: tuple[Result, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "caption", " ".join(self.caption.split()))

    @property
    def anchor(self) -> str:
        """Where the finding stands on the page of results."""
        return self.name.replace(".", "-").replace("_", "-")

    @property
    def still(self) -> Any:
        """The figure or table; of a live figure, its picture."""
        return self.shows.still() if hasattr(self.shows, "still") else self.shows

    def __repr__(self) -> str:
        return f"{self.still!r}\n{self.caption}"

    def _ipython_display_(self) -> None:
        display(self.shows)
        display(Markdown(f"{self.caption} [How this was measured]({PAGE}#{self.anchor})"))


def seeds(table: Table) -> str:
    """How many seeds a table has, in words."""
    count = len(set(table.column("seed")))
    return "one seed" if count == 1 else f"{count} seeds"
