"""Masks on a page: each cell decides what a token may see, and costs."""

import pytest
from playwright.sync_api import Page

from attnbook import pretrained
from attncourse.chapter8 import costs
from tests.attncourse.chapter8 import masks
from tests.attncourse.chapter8.masks import figure, models, near, shown
from tests.attncourse.live.site.alive import LIVE, in_window

page = in_window(figure, "narrow", "wide")


def preset(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).click()


def cell(page: Page, t: int, s: int):
    rows = page.locator(f"{LIVE} tbody tr")
    return rows.nth(t).locator("button").nth(s)


@pytest.fixture
def loaded(page: Page) -> Page:
    """With the models, and the mask of GPT over a caption of one's own."""
    if load := page.get_by_role("button", name="Load the models").all():
        load[0].click()
        page.get_by_text("Computed").first.wait_for()
    preset(page, "GPT")
    masks.change(page)
    page.wait_for_function(
        f"/two/.test(document.querySelector('{LIVE} tbody').innerText) && "
        f"!/…/.test(document.querySelector('{LIVE} tbody').innerText)"
    )
    return page


def settled(page: Page) -> list:
    page.wait_for_function(
        f"!/…/.test(document.querySelector('{LIVE} tbody').innerText)"
    )
    return shown(page)


def test_presets_are_those_of_the_library(loaded: Page) -> None:
    found = costs.recorded(*models(), masks.OWN)
    assert settled(loaded) == near(found["left"])
    preset(loaded, "BERT")
    assert settled(loaded) == near(found["both"])
    preset(loaded, "prefix")
    half = (len(found["left"]) + 1) // 2
    after = near(found["left"][half:])
    assert settled(loaded) == ["given"] * half + after


def test_on_the_diagonal_a_token_sees_itself(loaded: Page) -> None:
    """It is copied, but for one that the model takes for a random one."""
    found = costs.recorded(*models(), masks.OWN)
    falls = [a - b for a, b in zip(found["both"], found["itself"], strict=True)]
    t = falls.index(max(falls))
    preset(loaded, "BERT")
    hidden = settled(loaded)
    cell(loaded, t, t).click()
    seen = settled(loaded)
    assert seen[t] == pytest.approx(found["itself"][t], abs=masks.NEAR)
    assert seen[t] < hidden[t] / 2
    hidden[t] = seen[t]
    assert seen == hidden, "no other changes"


def test_any_other_row_is_the_masked_model_s(loaded: Page) -> None:
    """It reads what the row leaves out as hidden."""
    cell(loaded, 3, 1).click()
    words, model = pretrained.load("lm-captions").tokenizer, models()[1]
    tokens = words.encode(masks.OWN)
    row = [s < 3 and s != 1 for s in range(len(tokens) - 1)]
    cost = costs.around(model, tokens, 3, row)
    assert settled(loaded)[3] == pytest.approx(cost, abs=masks.NEAR)


def test_arrow_keys_walk_along_the_cells(loaded: Page) -> None:
    cell(loaded, 0, 0).focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowUp"):
        loaded.keyboard.press(key)
    name = loaded.evaluate("document.activeElement.ariaLabel")
    assert name == "1 two sees 3 play"
    stops = loaded.locator(f"{LIVE} td button[tabindex='0']")
    assert stops.count() == 1
