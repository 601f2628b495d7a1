"""What a room says of its live figures, for the tests of what all figures must
do: `chapterN/figures.py` has FIGURES, a `Case` for each.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Page

from attncourse.live.base import LiveFigure
from tests.environment import room, rooms


class Typed(NamedTuple):
    """How a reader asks in words: `ask` types a text, presses Enter and gives
    what the figure says at last; `odd` are texts with a part of that, and
    `nothing` stands there after one that is refused. At each word of `long`
    the page has its turn `turns` times, reading and writing.
    """

    ask: Callable[[Page, str], str]
    odd: dict[str, str]
    nothing: Any
    long: str = "dog " * 60
    turns: int = 3


class Models(NamedTuple):
    """A figure whose models the page runs."""

    load: str
    """What its button says before the models are there."""
    choose: Callable[[Page, int], object]
    """Choose an example."""
    shown: Callable[[Page], Any]
    """The answers that stand there."""
    recorded: Callable[[LiveFigure, int], Any]
    """Those of an example."""
    ask: Callable[[Page], object]
    """Ask for something that is not recorded, another thing each time."""
    wanted: Callable[[Page], Any]
    """The library's answer to what is asked now."""
    typed: Typed | None = None
    unasked: bool = True
    """Do they load with the figure, where the connection is fast, and wait for
    a question?
    """


class Case(NamedTuple):
    """A figure, how often Tab stops in it, and a walk through it: JavaScript
    of `site/test_figures.py`. `values` cannot be shown, and say why; `choices`
    are not there.
    """

    make: Callable[..., LiveFigure]
    stops: int
    walk: str
    values: Sequence[tuple[Callable[[], object], str]] = ()
    choices: Sequence[dict[str, Any]] = ()
    models: Models | None = None


def figures() -> dict[str, Case]:
    """Those of all chapters, by name, and the player."""
    places = [room("live", "player"), *rooms("figures").values()]
    return {n: case for place in places for n, case in place.FIGURES.items()}
