"""The score figure in a page without a kernel: it shows what spec computes."""

import pytest
import torch
from playwright.sync_api import Page

from attnbook import spec
from attnbook.show.live.score import ScoreFigure
from tests.site.alive import LIVE, SMALL, TALL, WIDE, in_windows, press, slide
from tests.site.axe import violations

FIGURE = ScoreFigure()
MEMORY = torch.tensor(FIGURE.memory, dtype=torch.float64)


opened = in_windows(ScoreFigure, "light", "dark")


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure as it begins."""
    press(opened, "reset")
    slide(opened, 3, 0)
    return opened


def numbers(page: Page, place: str) -> list[float]:
    found = page.locator(f"{LIVE} {place}").all_text_contents()
    return [float(text.replace("−", "-")) for text in found]


def expected(scores: list[float]) -> torch.Tensor:
    return spec.softmax(torch.tensor(scores, dtype=torch.float64))


def context(page: Page) -> list[float]:
    text = page.get_by_role("status").first.text_content()
    pair = text.partition("c = (")[2].rstrip(").")
    return [float(part.replace("−", "-")) for part in pair.split(", ")]


def test_weights_and_context_are_those_of_spec(page: Page) -> None:
    for scores in ([2, 1, 0], [-4, 6, 0.3], [1.5, 1.5, 1.5], [0, -2.7, 5]):
        for k, score in enumerate(scores):
            slide(page, k, score)
        weights = expected(scores)
        shown = numbers(page, ".pair .weight")
        assert shown == pytest.approx(weights.tolist(), abs=1e-3), scores
        c = spec.read(weights, MEMORY)
        assert context(page) == pytest.approx(c.tolist(), abs=1e-3), scores


def test_the_bars_are_as_wide_as_the_weights(page: Page) -> None:
    for bar, weight in zip(
        page.locator(f"{LIVE} .pair .bar").all(),
        expected([2, 1, 0]),
        strict=True,
    ):
        track = bar.locator("xpath=..").bounding_box()["width"]
        width = bar.bounding_box()["width"]
        assert width == pytest.approx(float(weight) * track, abs=0.1)


def test_adding_to_all_changes_no_weight_and_doubling_sharpens(
    page: Page,
) -> None:
    before = numbers(page, ".pair .weight")
    press(page, "add 100 to all")
    assert numbers(page, ".pair .value:not(.weight)") == [102, 101, 100]
    assert numbers(page, ".pair .weight") == before
    press(page, "double all")
    assert numbers(page, ".pair .value:not(.weight)") == [204, 202, 200]
    doubled = expected([4, 2, 0]).tolist()
    assert numbers(page, ".pair .weight") == pytest.approx(doubled, abs=1e-3)
    values = page.locator(f"{LIVE} .pair input")
    shown = values.evaluate_all("inputs => inputs.map(i => Number(i.value))")
    assert shown == [204, 202, 200]
    press(page, "reset")
    assert numbers(page, ".pair .weight") == before


def test_buttons_end_before_numbers_do(page: Page) -> None:
    for name in ("double all", "add 100 to all"):
        button = page.get_by_role("button", name=name)
        presses = 0
        while button.is_enabled():
            button.click()
            presses += 1
            assert presses < 20
        assert sum(numbers(page, ".pair .weight")) == pytest.approx(1)


def test_the_context_moves_in_the_plane(page: Page) -> None:
    """Its mark lies where the axes say."""
    corners = page.locator(f"{LIVE} .hull").get_attribute("d")
    places = [
        [float(n) for n in part.split()] for part in corners[1:].split("L")
    ]
    for scores in ([2, 1, 0], [0, 5, 0], [-3, 0, 4]):
        for k, score in enumerate(scores):
            slide(page, k, score)
        weights = expected(scores)
        mean = weights @ torch.tensor(places[:3], dtype=torch.float64)
        line = page.locator(f"{LIVE} line.context").last
        end = [float(line.get_attribute(name)) for name in ("x2", "y2")]
        assert end == pytest.approx(mean.tolist(), abs=0.1)


def spec_scores(name: str, s: float) -> list[float]:
    """The three scores of this kind, by the definition."""
    query = torch.tensor([float(s)], dtype=torch.float64)
    parts = {"additive": ("W_q", "W_k", "v"), "linear": ("w_q", "w_k")}[name]
    given = getattr(FIGURE, name)
    tensors = [torch.tensor(given[k], dtype=torch.float64) for k in parts]
    return [float(getattr(spec, name)(query, h, *tensors)) for h in MEMORY]


def test_both_scores_are_those_of_spec(page: Page) -> None:
    for s in (-3, -1.5, 0, 0.4, 3):
        slide(page, 3, s)
        for k, name in enumerate(("additive", "linear")):
            scores = spec_scores(name, s)
            panel = f".panel:nth-child({k + 1})"
            shown = numbers(page, f"{panel} .entry .number")
            assert shown == pytest.approx(scores, abs=0.0051), (name, s)
            weights = expected(scores).tolist()
            shown = numbers(page, f"{panel} .weight")
            assert shown == pytest.approx(weights, abs=1e-3), (name, s)


def test_the_keyboard_moves_the_sliders_and_they_say_their_values(
    page: Page,
) -> None:
    first = page.get_by_role("slider").first
    first.focus()
    page.keyboard.press("ArrowRight")
    assert first.get_attribute("aria-valuetext") == "2.1"
    last = page.get_by_role("slider", name="Decoder state s")
    last.focus()
    page.keyboard.press("Home")
    assert last.get_attribute("aria-valuetext") == "−3.0"
    assert "s = −3.0" in page.get_by_role("status").last.text_content()


def test_s_can_be_dragged_in_either_plot(page: Page) -> None:
    for plot, (share, s) in zip(
        page.locator(f"{LIVE} .plot").all(),
        ((0.25, -1.5), (2, 3)),
        strict=True,
    ):
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        place = box["x"] + 26 + share * (box["width"] - 34)
        page.mouse.move(box["x"] + 40, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(place, box["y"] + 60)
        page.mouse.up()
        assert page.get_by_role("slider").last.input_value() == str(s)


def test_its_height_stands_and_it_fits_and_can_be_read(page: Page) -> None:
    heights = {page.evaluate(TALL)}
    for name in ("double all", "add 100 to all", "add 100 to all"):
        press(page, name)
        heights.add(page.evaluate(TALL))
    for s in (-3, -0.1, 2.2):
        slide(page, 3, s)
        heights.add(page.evaluate(TALL))
        assert page.evaluate(WIDE) <= 0
    assert len(heights) == 1
    assert page.evaluate(SMALL, f"{LIVE} button") == []
    assert violations(page) == []
