"""A reader trains the layer: it starts, rests, goes on and begins again when it
is asked to, and shows what was learned.
"""

import pytest
import torch
from playwright.sync_api import Page

from attncourse.chapter5.live.train_here import LiveTraining
from tests.attncourse.live.site.alive import (
    LIVE,
    in_window,
    moving,
    press,
    said,
)

page = in_window(LiveTraining, "narrow")


def choose(page: Page, role: str, name: str, group: str = "task") -> None:
    place = page if role == "switch" else page.get_by_label(group, exact=True)
    place.get_by_role(role, name=name, exact=True).click()


def updates(page: Page) -> int:
    return int(said(page).split()[1])


def until(page: Page, count: int) -> None:
    status = page.get_by_role("status")
    status.filter(has_text=f"Update {count} of").wait_for()


def shares(page: Page) -> list[int]:
    """The right answers in percent."""
    told = said(page).rpartition("right:")[2].strip(" .").split(" and ")
    return [int(share.rstrip("\xa0%")) for share in told]


def test_nothing_is_trained_unasked_and_a_step_is_one_update(page) -> None:
    page.wait_for_timeout(100)
    assert updates(page) == 0
    for _ in range(3):
        press(page, "step")
    assert updates(page) == 3
    twin = LiveTraining().reads(3)
    assert shares(page) == [round(100 * share) for share in twin["right"]]
    drawn = page.locator(f"{LIVE} .cell").evaluate_all(
        "cells => cells.map(cell => Number(cell.getAttribute('fill-opacity')))"
    )
    weights = torch.tensor(twin["weights"]).flatten().tolist()
    assert drawn == pytest.approx(weights, abs=6e-4)


def test_it_trains_pauses_and_goes_on(page) -> None:
    press(page, "start anew")
    assert updates(page) == 0
    status = page.get_by_role("status")
    with moving(page) as page:
        press(page, "train")
        page.clock.run_for(200)
        page.get_by_text("Update 0 of").wait_for(state="detached")
        assert status.get_attribute("aria-live") == "off"
        press(page, "pause")
        rests = updates(page)
        assert status.get_attribute("aria-live") == "polite"
        page.clock.run_for(200)
        assert updates(page) == rests
        press(page, "train")
        page.clock.run_for(200)
        press(page, "pause")
        assert updates(page) > rests
        press(page, "step")
        choose(page, "switch", "residual")
        assert updates(page) == 0
        choose(page, "switch", "residual")


def test_where_motion_is_unwanted_few_pictures_are_drawn(page) -> None:
    choose(page, "radio", "one question")
    count = """() => {
        window.pictures = 0;
        const status = document.querySelector(".attnbook-live [role=status]");
        new MutationObserver(() => pictures++).observe(
            status, { childList: true });
    }"""
    page.evaluate(count)
    press(page, "train")
    until(page, 1000)
    assert shares(page) == [100]
    assert page.evaluate("pictures") < 20
    press(page, "train")  # again, with the same first numbers
    until(page, 1000)
    assert page.locator(f"{LIVE} .before").count() == 1
    choose(page, "radio", "two questions")
    assert page.locator(f"{LIVE} .before").count() == 0


def test_without_positions_nobody_finds_the_letter(page) -> None:
    choose(page, "radio", "3 places back")
    press(page, "train")
    until(page, 1000)
    assert shares(page) == [100]
    choose(page, "switch", "positions")
    press(page, "train")
    until(page, 1000)
    assert shares(page)[0] < 50
    choose(page, "switch", "positions")


def test_what_was_chosen_is_shared(page) -> None:
    """Those settings that are not as at first, and no others are taken."""
    give = """(given) => {
        const stage = document.querySelector("[data-live-figure]").lastChild;
        const detail = given ?? {};
        const name = given ? "taken" : "given";
        stage.dispatchEvent(new CustomEvent(name, { detail }));
        return detail;
    }"""
    page.reload()
    page.wait_for_selector(f"{LIVE} button")
    assert page.evaluate(give) == {}
    choose(page, "radio", "3 places back")
    choose(page, "radio", "0.1", "learning rate")
    choose(page, "switch", "causal mask")
    press(page, "start anew")
    found = page.evaluate(give)
    assert found == {"task": "back", "rate": 0.1, "causal": True, "seed": 2}
    odd = {"heads": "3", "residual": "yes", "task": "x", "seed": "1.5"}
    page.evaluate(give, odd)
    assert page.evaluate(give) == found
    page.evaluate(give, {"heads": "4", "causal": "false", "task": "one"})
    shared = {"task": "one", "rate": 0.1, "heads": 4, "seed": 2}
    assert page.evaluate(give) == shared
