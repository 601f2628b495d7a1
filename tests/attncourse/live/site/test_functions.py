"""The functions behind the live figures are the library's, in any state."""

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from attncourse.chapter4.live.plane import KINDS, LivePlane
from attncourse.live.base import LiveFigure
from tests.attncourse.chapter5.live import test_children, test_matrices
from tests.attncourse.chapter6.live import test_clocks
from tests.attncourse.live.site.alive import give

FILES = {
    "chapter4/live/plane_attention.js": "attend, domain",
    "chapter5/live/self_attention.js": "selfAttend",
    "chapter5/live/reader.js": "answers",
    "chapter6/live/encodings.js": "shown",
}


@pytest.fixture(scope="module")
def library(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    for path, names in FILES.items():
        give(page, names, path)
    yield page
    page.close()


def drawn(draw: random.Random, **traits: Any) -> LivePlane:
    """A plane in any state that a reader can reach."""

    def point() -> list[float]:
        return [draw.uniform(-4, 4) for _ in range(2)]

    chosen = {
        "score": draw.choice(list(KINDS)),
        "temperature": round(10 ** draw.uniform(-1, 1), 2),
    }
    return LivePlane(point(), [point() for _ in range(5)], **chosen | traits)


def state(figure: LiveFigure) -> dict[str, Any]:
    names = figure.traits(live=True).keys() - {"start", "models"}
    return {name: getattr(figure, name) for name in names}


def flat(found: Any, like: Any) -> list[float]:
    """The numbers in `found`, which must have the form of `like`; NaN for
    none.
    """
    if isinstance(like, dict):
        return [x for name in like for x in flat(found[name], like[name])]
    if isinstance(like, list):
        pairs = zip(found, like, strict=True)
        return [x for pair in pairs for x in flat(*pair)]
    return [math.nan if found is None else found]


ATTEND = "(s) => ({ ...attend(s), read: [attend(s).read] })"
ANSWERS = """(s) => answers(models.find(({ kind, questions }) =>
  parseInt(kind) === s.heads && questions === s.questions), s, 4)"""


@pytest.mark.parametrize(
    ("draw", "run", "near"),
    [
        (drawn, ATTEND, 1e-9),
        (test_matrices.drawn, "selfAttend", 1e-9),
        (test_children.drawn, ANSWERS, 1e-4),
        (test_clocks.drawn, "(s) => shown(s)", 1e-6),
    ],
    ids=["plane", "matrices", "children", "clocks"],
)
def test_they_are_the_librarys(library: Page, draw, run, near) -> None:
    """In 60 states."""
    chance = random.Random(1)
    figures = [draw(chance) for _ in range(60)]
    found = library.evaluate(
        f"([states, models]) => states.map({run})",
        [[state(figure) for figure in figures], test_children.MODELS],
    )
    for figure, numbers in zip(figures, found, strict=True):
        expected = figure.reads()
        same = flat(expected, expected)
        same = pytest.approx(same, rel=1e-9, abs=near, nan_ok=True)
        assert flat(numbers, expected) == same, state(figure)


def holds(polygon: list[list[float]], point: list[float]) -> bool:
    corners = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    (x, y) = point
    sides = [
        (c - a) * (y - b) - (d - b) * (x - a) for (a, b), (c, d) in corners
    ]
    return bool(sides) and (min(sides) > 0 or max(sides) < 0)


def test_the_part_of_a_key_holds_the_queries_that_read_it_most(library) -> None:
    draw, lost = random.Random(2), 0
    for _ in range(100):
        figure = drawn(draw, temperature=1.0)
        parts = library.evaluate(
            "({k, score}) => k.map((_, i) => domain(i, k, score))",
            state(figure),
        )
        weights = figure.reads()["weights"]
        winner = weights.index(max(weights))
        assert [holds(part, figure.q) for part in parts] == [
            i == winner for i in range(5)
        ]
        lost += figure.score == "dot" and [] in parts
        assert figure.score == "dot" or [] not in parts
    assert lost > 20, "the dot product leaves keys without a query"
