"""The score figure in a page without a kernel: it shows what spec computes."""

import pytest
import torch
from playwright.sync_api import Page

from attncourse import spec
from attncourse.chapter2.live.score import ScoreFigure
from tests.attncourse.live.site.alive import (
    LIVE,
    in_window,
    numbers,
    slide,
)

FIGURE = ScoreFigure()
MEMORY = torch.tensor(FIGURE.memory, dtype=torch.float64)


opened = in_window(ScoreFigure, "wide")


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure as it begins."""
    slide(opened, 0, 0)
    return opened


def expected(scores: list[float]) -> torch.Tensor:
    return spec.softmax(torch.tensor(scores, dtype=torch.float64))


def spec_scores(name: str, s: float) -> list[float]:
    """The three scores of this kind, by the definition."""
    query = torch.tensor([float(s)], dtype=torch.float64)
    parts = {"additive": ("W_q", "W_k", "v"), "linear": ("w_q", "w_k")}[name]
    given = getattr(FIGURE, name)
    tensors = [torch.tensor(given[k], dtype=torch.float64) for k in parts]
    return [float(getattr(spec, name)(query, h, *tensors)) for h in MEMORY]


def test_both_scores_are_those_of_spec(page: Page) -> None:
    for s in (-3, -1.5, 0, 0.4, 3):
        slide(page, 0, s)
        for k, name in enumerate(("additive", "linear")):
            scores = spec_scores(name, s)
            panel = f".panel:nth-child({k + 1})"
            shown = numbers(page, f"{panel} .entry .number")
            assert shown == pytest.approx(scores, abs=0.0051), (name, s)
            weights = expected(scores).tolist()
            shown = numbers(page, f"{panel} .weight")
            assert shown == pytest.approx(weights, abs=1e-3), (name, s)


def test_s_can_be_dragged_in_either_plot(page: Page) -> None:
    for plot, (share, s) in zip(
        page.locator(f"{LIVE} .plot").all(), ((0.25, -1.5), (2, 3)), strict=True
    ):
        plot.scroll_into_view_if_needed()
        box = plot.bounding_box()
        place = box["x"] + 26 + share * (box["width"] - 34)
        page.mouse.move(box["x"] + 40, box["y"] + 60)
        page.mouse.down()
        page.mouse.move(place, box["y"] + 60)
        page.mouse.up()
        assert page.get_by_role("slider").last.input_value() == str(s)
