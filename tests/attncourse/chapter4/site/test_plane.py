"""The plane in a page without a kernel: what a reader drags, and the numbers
that follow.
"""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from attncourse.chapter4.live.plane import KINDS, LivePlane
from tests.attncourse.live.site.alive import (
    LIVE,
    in_window,
    numbers,
    press,
    said,
    slide,
)

opened = in_window(LivePlane, "narrow")


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure as it begins."""
    press(opened, "reset")
    return opened


def handle(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name)


def place(page: Page, name: str) -> list[float]:
    """Where a vector is, as its button says."""
    label = handle(page, name).get_attribute("aria-label")
    x, _, y = label.partition("(")[2].rstrip(")").partition(", ")
    return [float(part.replace("−", "-")) for part in (x, y)]


def spot(page: Page, point: list[float]) -> tuple[float, float]:
    """Where a place in the plane is in the window."""
    field = page.locator(f"{LIVE} .view > svg")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    zoom, (x, y) = box["width"] / 340, point
    across, down = 22 + (x + 4) * 37.5, 322 - (y + 4) * 37.5
    return box["x"] + zoom * across, box["y"] + zoom * down


def drag(page: Page, start: list[float], end: list[float]) -> None:
    page.mouse.move(*spot(page, start))
    page.mouse.down()
    page.mouse.move(*spot(page, end), steps=3)
    page.mouse.up()


def shown(page: Page, figure: LivePlane) -> None:
    """Assert that the page shows the numbers of this figure."""
    reads = figure.reads()
    scores, weights = numbers(page, ".score"), numbers(page, ".weight")
    far = max(map(abs, reads["scores"]))
    assert scores == pytest.approx(reads["scores"], abs=max(0.0051, far / 199))
    assert weights == pytest.approx(reads["weights"], abs=0.000501)
    (read,) = numbers(page, ".readout strong")
    assert read == pytest.approx(*reads["read"], abs=0.00501)
    text = said(page)
    told = text.partition("output (")[2].partition(")")[0].split(", ")
    output = [float(part.replace("−", "-")) for part in told]
    assert output == pytest.approx(reads["output"], abs=0.00501)
    assert f"weight {max(weights):.3f}" in text


def test_it_shows_what_the_library_computes(page: Page) -> None:
    shown(page, LivePlane())
    page.get_by_role("radio", name=KINDS["gaussian"]).click()
    shown(page, LivePlane(score="gaussian"))
    slide(page, 0, 0.5)
    shown(page, LivePlane(score="gaussian", temperature=3.2))


def test_what_is_dragged_moves_and_the_numbers_follow(page: Page) -> None:
    drag(page, [2.4, 1.2], [-1.5, -3])
    assert place(page, "query") == [-1.5, -3]
    drag(page, [1.6, 3.5], [3, 0.5])
    assert place(page, "key 1") == [3, 0.5]
    keys = [[3, 0.5], *LivePlane().k[1:]]
    shown(page, LivePlane([-1.5, -3], keys))
    drag(page, [-1.5, -3], [-6, -3.1])
    assert place(page, "query") == [-4, -3.1]


def test_a_finger_drags_too(page: Page) -> None:
    """The page does not scroll away below it."""
    session = page.context.new_cdp_session(page)
    touch: dict[str, Any] = {"enabled": True}
    session.send("Emulation.setTouchEmulationEnabled", touch)
    path = [spot(page, point) for point in ([2.4, 1.2], [2, 2], [-2, 3])]
    kinds = ("touchStart", "touchMove", "touchMove")
    for kind, (x, y) in zip(kinds, path, strict=True):
        points = [{"x": x, "y": y}]
        event = {"type": kind, "touchPoints": points}
        session.send("Input.dispatchTouchEvent", event)
    end = {"type": "touchEnd", "touchPoints": []}
    session.send("Input.dispatchTouchEvent", end)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    assert place(page, "query") == pytest.approx([-2, 3])


def test_a_click_on_the_plane_brings_the_query(page: Page) -> None:
    page.mouse.click(*spot(page, [-3, 2.5]))
    assert place(page, "query") == [-3, 2.5]
    shown(page, LivePlane([-3, 2.5]))


def test_the_keyboard_moves_what_has_the_focus(page: Page) -> None:
    handle(page, "query").focus()
    for key in ("ArrowRight", "Shift+ArrowUp", "ArrowUp", "Shift+ArrowLeft"):
        page.keyboard.press(key)
    assert place(page, "query") == [2.0, 1.8]
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    assert place(page, "key 1") == [1.6, 3.4]
    keys = [[1.6, 3.4], *LivePlane().k[1:]]
    shown(page, LivePlane([2.0, 1.8], keys))


def test_the_discs_are_as_large_as_the_weights(page: Page) -> None:
    for kind in KINDS:
        figure = LivePlane(score=kind)
        page.get_by_role("radio", name=KINDS[kind]).click()
        radii = page.locator(f"{LIVE} .view .disc").evaluate_all(
            "discs => discs.map(disc => disc.r.baseVal.value)"
        )
        areas = [(r / 19) ** 2 for r in radii]
        assert areas == pytest.approx(figure.reads()["weights"], abs=1e-2)


def test_it_says_which_key_no_query_reads_most(page: Page) -> None:
    legend = page.locator(f"{LIVE} .legend:not(.ghost)").first
    assert "No part for k₂:" in legend.text_content()
    handle(page, "key 2").focus()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    assert "Each key has such a part." in legend.text_content()
    page.get_by_role("radio", name="Gaussian").click()
    assert "nearest to k₂" in legend.text_content()
