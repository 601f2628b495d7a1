"""The numbers of the plane's front end are the library's, in any state."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from attnbook.show.live import frontend
from attnbook.show.live.plane import KINDS, WIDTHS, LivePlane


@pytest.fixture(scope="module")
def library(browser: Browser) -> Iterator[Page]:
    """A page that has the functions behind the figure."""
    page = browser.new_page()
    own = "Object.assign(window, {attend, domain, bandwidth});"
    module = frontend.module("plane/plane_attention.js") + own
    page.add_script_tag(content=module, type="module")
    page.wait_for_function("!!window.attend")
    yield page
    page.close()


def drawn(draw: random.Random, **traits: Any) -> LivePlane:
    """A figure in any state that a reader can reach."""

    def point() -> list[float]:
        return [draw.uniform(-4, 4) for _ in range(2)]

    chosen = {
        "score": draw.choice(list(KINDS)),
        "width": draw.choice(WIDTHS),
        "scaled": draw.choice([True, False]),
        "temperature": round(10 ** draw.uniform(-1, 1), 2),
    }
    return LivePlane(point(), [point() for _ in range(5)], **chosen | traits)


def state(figure: LivePlane) -> dict[str, Any]:
    return {name: getattr(figure, name) for name in ("v", *figure.start)}


def test_its_functions_are_the_librarys(library: Page) -> None:
    """To 1e-9, in 300 states, on vectors of the full width."""
    draw = random.Random(1)
    figures = [drawn(draw) for _ in range(300)]
    found = library.evaluate(
        "states => states.map(attend)", [state(figure) for figure in figures]
    )
    for figure, numbers in zip(figures, found, strict=True):
        numbers["read"] = [numbers["read"]]
        for name, expected in figure.reads().items():
            same = pytest.approx(expected, rel=1e-9, abs=1e-9)
            assert numbers[name] == same, state(figure)


def holds(polygon: list[list[float]], point: list[float]) -> bool:
    """Is the point in this convex polygon?"""
    corners = zip(polygon, polygon[1:] + polygon[:1], strict=True)
    (x, y) = point
    sides = [
        (c - a) * (y - b) - (d - b) * (x - a) for (a, b), (c, d) in corners
    ]
    return bool(sides) and (min(sides) > 0 or max(sides) < 0)


def test_the_part_of_a_key_holds_the_queries_that_read_it_most(
    library: Page,
) -> None:
    draw, lost = random.Random(2), 0
    for _ in range(100):
        figure = drawn(draw, width=2, temperature=1.0)
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


def test_the_bandwidth_is_that_of_a_gaussian_in_the_plane(
    library: Page,
) -> None:
    draw = random.Random(3)
    for _ in range(20):
        figure = drawn(draw, score="gaussian")
        h = library.evaluate("bandwidth", state(figure))
        flat = LivePlane(figure.q, figure.k, score="gaussian", scaled=False)
        scores = [e / h**2 for e in flat.reads()["scores"]]
        reads = [e / figure.temperature for e in figure.reads()["scores"]]
        assert scores == pytest.approx(reads)
