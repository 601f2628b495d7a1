"""The figure of patches, used as a reader uses it: draws a digit, moves it,
cuts it, shuffles it, asks where it looks.
"""

from collections.abc import Callable, Iterator

import pytest
import torch
from playwright.sync_api import Browser, Page

from attncourse.chapter9.live.patches import look, order
from tests.attncourse.chapter9.strokes import (
    bars,
    digits,
    drawn,
    figure,
    library,
    predicted,
)
from tests.attncourse.live.site.alive import LIVE, opened, press

SAY = f"{LIVE} .start [role=status]"
SEEN = f"{LIVE} .looks [role=status]"
TOKENS = f"{LIVE} .tokens button"


@pytest.fixture(scope="module")
def ready(browser: Browser) -> Iterator[Page]:
    """The figure with its models loaded by its button."""
    with opened(browser, figure()) as page:
        after(page, lambda: press(page, "Load the models (0."))
        yield page


@pytest.fixture
def page(ready: Page) -> Page:
    """The figure as it begins."""
    ready.mouse.move(0, 0)
    turn(ready, "positions", True)
    turn(ready, "shuffle the patches", False)
    ready.get_by_role("radio", name="2 × 2").click()
    ready.select_option(f"{LIVE} select", "1")
    after(ready, lambda: ready.select_option(f"{LIVE} select", "0"))
    return ready


def turn(page: Page, name: str, on: bool) -> None:
    """Turn a switch on or off."""
    switch = page.get_by_role("switch", name=name)
    if (switch.get_attribute("aria-checked") == "true") != on:
        after(page, switch.click)


def after(page: Page, act: Callable[[], object]) -> str:
    """Act, and wait until the models have answered."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    act()
    page.wait_for_function(
        f"/Computed|work/.test(document.querySelector('{SAY}').textContent)"
    )
    return page.locator(SAY).text_content() or ""


def test_recorded_digits_stand_there_before_any_model(
    browser: Browser,
) -> None:
    """Every choice has its answer; what needs a model says so."""
    last = figure().examples[-1]
    with opened(browser, figure()) as page:
        page.select_option(f"{LIVE} select", "2")
        assert f"The label is {last['label']}" in page.inner_text(LIVE)
        for k, size in enumerate(("1 × 1", "2 × 2", "4 × 4")):
            page.get_by_role("radio", name=size).click()
            p = last["answers"][k]["probabilities"]
            assert bars(page) == pytest.approx(p, abs=6e-4)
        page.get_by_role("switch", name="shuffle").click()
        p = last["shuffled"][2]["probabilities"]
        assert bars(page) == pytest.approx(p, abs=6e-4)
        page.locator(TOKENS).nth(2).click()
        assert "Recorded is only where" in page.inner_text(SEEN)
        press(page, "one pixel left")
        assert "Load the models to see" in page.inner_text(SAY)
        first = page.locator(f"{LIVE} .classes .number").first
        assert first.inner_text() == "?"
        after(page, lambda: press(page, "Load the models (0."))
        wanted = predicted(2, drawn(page), order(4))
        assert bars(page) == pytest.approx(wanted, abs=0.01)


def test_a_moved_digit_is_classified_anew(page: Page) -> None:
    before = bars(page)
    after(page, lambda: press(page, "one pixel right"))
    wanted = torch.zeros(8, 8)
    wanted[:, 1:] = digits()[0][:, :-1]
    assert torch.allclose(drawn(page), wanted, atol=6e-3)
    assert bars(page) == pytest.approx(predicted(1, wanted), abs=5e-3)
    label = figure().examples[0]["label"]
    assert f"The label is {label}" in page.inner_text(LIVE)
    hollow = page.locator(f"{LIVE} .track .hollow").evaluate_all(
        "l => l.map(e => parseFloat(e.style.width) / 100)"
    )
    assert hollow == pytest.approx(before, abs=1e-3)


def test_positions_and_a_shuffle(page: Page) -> None:
    """Without positions a shuffle changes nothing, and patches are 2 x 2."""
    image = digits()[0]
    turn(page, "shuffle the patches", True)
    assert bars(page) == pytest.approx(predicted(1, image, order(2)), abs=2e-3)
    turn(page, "positions", False)
    without = bars(page)
    assert without == pytest.approx(predicted(3, image), abs=2e-3)
    turn(page, "shuffle the patches", False)
    assert bars(page) == without
    after(page, page.get_by_role("radio", name="4 × 4").click)
    switch = page.get_by_role("switch", name="positions")
    assert switch.get_attribute("aria-checked") == "true"
    assert bars(page) == pytest.approx(predicted(2, image), abs=2e-3)
    turn(page, "positions", False)
    size = page.get_by_role("radio", name="2 × 2")
    assert size.get_attribute("aria-checked") == "true"


def test_where_it_looks_is_the_models_weights(page: Page) -> None:
    found = look(library()[1], digits()[0])
    weights = torch.tensor(found["weights"])

    def choose(group: str, name: str) -> None:
        choices = page.get_by_role("radiogroup", name=group, exact=True)
        choices.get_by_role("radio", name=name, exact=True).click()

    def read() -> list[float]:
        labels = page.locator(TOKENS).evaluate_all(
            "l => l.map(e => e.ariaLabel)"
        )
        return [float(label.split("weight ")[1]) for label in labels]

    def near(row: torch.Tensor) -> object:
        return pytest.approx(row.tolist(), abs=2e-3)

    choose("Block", "rollout")
    assert read() == near(torch.tensor(found["rollout"]))
    assert "rollout over all blocks" in page.inner_text(SEEN)
    page.locator(TOKENS).nth(6).click()
    page.mouse.move(0, 0)
    assert read() == near(weights[-1].mean(0)[6])
    assert "row 2, column 2, block 3, mean" in page.inner_text(SEEN)
    choose("Block", "1")
    choose("Head", "2")
    assert read() == near(weights[0, 1, 6])
    most = page.locator(f"{TOKENS}[data-most]")
    best = 1 + int(weights[0, 1, 6, 1:].argmax())
    wanted = page.locator(TOKENS).nth(best).get_attribute("aria-label")
    assert most.get_attribute("aria-label") == wanted
    page.locator(TOKENS).nth(9).hover()
    assert read() == near(weights[0, 1, 9])
    page.mouse.move(0, 0)
    page.locator(TOKENS).nth(6).focus()
    page.keyboard.press("Home")
    assert read() == near(weights[0, 1, 0])


def test_a_reader_draws_with_the_pointer(page: Page) -> None:
    said = after(page, lambda: press(page, "clear"))
    assert "The drawing is empty" in said and not drawn(page).any()
    own = str(len(figure().examples))
    assert page.locator(f"{LIVE} select").input_value() == own
    sheet = page.locator(f"{LIVE} .sheet")
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    cell = box["width"] / 8

    def stroke() -> None:
        page.mouse.move(box["x"] + 3.5 * cell, box["y"] + 1.5 * cell)
        page.mouse.down()
        page.mouse.move(box["x"] + 3.5 * cell, box["y"] + 6.5 * cell)
        page.mouse.up()

    after(page, stroke)
    ink = drawn(page)
    assert (ink[1:7, 3] > 0.9).all() and (ink[2:6, 2] >= 0.4).all()
    assert not ink[:, 6:].any()
    assert bars(page) == pytest.approx(predicted(1, ink), abs=0.01)


def test_a_reader_draws_with_keys(page: Page) -> None:
    after(page, lambda: press(page, "clear"))
    page.locator(f"{LIVE} .board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert "Row 3, column 5: 0% ink" in page.inner_text(f"{LIVE} .tools")
    for key, ink in ((" ", 1), ("Delete", 0)):
        after(page, lambda key=key: page.keyboard.press(key))
        assert drawn(page)[2, 4] == ink and drawn(page)[2, 3] == 0.5
    for _ in range(20):
        page.keyboard.press("ArrowDown")
    assert "Row 8, column 5" in page.inner_text(f"{LIVE} .tools")
