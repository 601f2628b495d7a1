"""The gate in a page without a kernel: cause and effect, side by side."""

from decimal import Decimal

import pytest
from playwright.sync_api import Page

from attncourse.chapter1.live.gate import GateFigure, sigmoid
from tests.attncourse.live.site.alive import LIVE, in_window, said, slide

ROWS = [(0, 100, 0.12), (0, 300, 0.11), (3, 100, 0.5), (3, 100, 1.0)]
MEASURED = [
    {"gate_bias": bias, "length": length, "accuracy": accuracy}
    for bias, length, accuracy in ROWS
]


def figure() -> GateFigure:
    return GateFigure(MEASURED, chance=1 / 8)


page = in_window(figure, "narrow")


def choose(page: Page, bias: float, steps: int) -> None:
    slide(page, 0, bias)
    page.get_by_role("radio", name=str(steps), exact=True).click()


def text(page: Page, name: str) -> str:
    return page.locator(f"{LIVE} .{name}").text_content()


def test_it_shows_what_is_left(page: Page) -> None:
    for bias in (-2, 0, 0.5, 3, 8):
        for steps in (10, 100, 300):
            choose(page, bias, steps)
            left = sigmoid(float(bias)) ** steps
            assert float(text(page, "left")) == pytest.approx(left, rel=0.06)
            assert text(page, "open") == f"{sigmoid(float(bias)):.4f}"
            told = f"after {steps} steps {text(page, 'left')} of the"
            assert told in said(page)


def test_what_is_too_small_to_hold_is_still_said(page: Page) -> None:
    """sigmoid(-2)^1000 is below all floating-point numbers."""
    choose(page, -2, 1000)
    left = (1 / (1 + Decimal(2).exp())) ** 1000
    assert float(left) == 0
    assert text(page, "left") == f"{left:.1e}"


def test_it_shows_what_was_recalled_and_where_nothing_was_measured(
    page: Page,
) -> None:
    for bias, steps, number, words in (
        (3, 100, "0.750", "recall 0.750 (2 seeds, 0.500 to 1.000)"),
        (0, 300, "0.110", "recall 0.110 (1 seed)"),
        (3, 300, "?", "No LSTM was measured at this bias and length."),
        (1, 10, "?", "No LSTM was measured at this bias and length."),
    ):
        choose(page, bias, steps)
        assert text(page, "recall") == number
        assert words in said(page)


def test_it_draws_the_gate_and_the_curve(page: Page) -> None:
    """The plate, the end of the curve and the mark move with the bias."""
    drawn = []
    for bias in (-2, 0, 3):
        choose(page, bias, 100)
        drawn.append(
            page.locator(f"{LIVE} svg").evaluate_all(
                "pictures => pictures.map(picture => picture.innerHTML)"
            )
        )
    valves, jars, recalls, curves, points = zip(*drawn, strict=True)
    for pictures in (valves, recalls, curves, points):
        assert len(set(pictures)) == 3
    assert len(set(jars)) > 1


def test_the_plate_can_be_pulled(page: Page) -> None:
    choose(page, 0, 100)
    valve = page.locator(f"{LIVE} .valve")
    valve.scroll_into_view_if_needed()
    box = valve.bounding_box()
    zoom = box["width"] / 140
    page.mouse.move(box["x"] + 70 * zoom, box["y"] + 76 * zoom)
    page.mouse.down()
    page.mouse.move(box["x"] + 70 * zoom, box["y"] + (54 + 2) * zoom)
    page.mouse.up()
    assert float(text(page, "open")) == pytest.approx(1 - 2 / 44, abs=0.01)
