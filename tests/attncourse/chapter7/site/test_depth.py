"""Stacked layers and the switchboard in a page without a kernel: they show
what was recorded.
"""

import math

import pytest
from playwright.sync_api import Page

from attncourse.chapter7.live.switchboard import LiveSwitchboard
from tests.attncourse.chapter7.live.test_depth import CHOICES, choice, figure
from tests.attncourse.chapter7.live.test_switchboard import RUNS, SETTINGS, run
from tests.attncourse.live.site.alive import (
    LIVE,
    in_window,
    press,
    said,
    slide,
)

WHOLE = choice((True,) * 3, cosine=[0.1, 0.2, 0.3], losses={1: 0.5, 2: 0.25})
NUMBERS = "(e, name) => e.map(one => Number(one.getAttribute(name)))"

stack = in_window(lambda: figure([*CHOICES[:-1], WHOLE]), "wide")


def turn(page: Page, name: str) -> None:
    page.get_by_role("switch", name=name).click()


def opacities(page: Page) -> list[float]:
    cells = page.locator(f"{LIVE} .cell")
    return cells.evaluate_all(NUMBERS, "fill-opacity")


def test_cells_and_arrows_are_the_cosines_of_a_depth(stack: Page) -> None:
    slide(stack, 0, 0)
    # of 1 and 2 0.5, of 1 and 3 0, of 2 and 3 less
    wanted = [1, 0.5, 0, 0.5, 1, 0, 0, 0, 1]
    assert opacities(stack) == pytest.approx(wanted, abs=1e-3)
    arrows = stack.locator(f"{LIVE} .arrow:nth-child(4n + 2)")
    paths = arrows.evaluate_all("e => e.map(a => a.getAttribute('d'))")
    ends = [tuple(map(float, d.split("L")[1].split())) for d in paths]
    angles = [math.degrees(math.atan2(186 - y, x - 66)) for x, y in ends]
    assert angles == pytest.approx([0, 60, 90], abs=0.1)
    slide(stack, 0, 2)
    assert opacities(stack) == [1] * 9


def test_depth_and_switches_choose_what_is_said(stack: Page) -> None:
    slide(stack, 0, 2)
    assert "2 layers of attention alone: mean cosine 1.000." in said(stack)
    assert "has a loss of 1.10; knowing nothing costs log 3 = 1.10" in said(
        stack
    )
    for name in ("residual", "normalisation", "feed-forward"):
        turn(stack, name)
    told = "attention with residual, normalisation, feed-forward"
    assert f"2 layers of {told}: mean cosine 0.300." in said(stack)
    assert "loss of 0.25" in said(stack)
    slide(stack, 0, 0)
    assert "No stack of this depth was trained." in said(stack)
    assert stack.locator(f"{LIVE} .spot").count() == 1
    for name in ("residual", "normalisation", "feed-forward"):
        turn(stack, name)


STOPPED = (False, True, True, True)
SHORT = run(STOPPED, 4.5, count=2)
board = in_window(
    lambda: LiveSwitchboard(
        [SHORT if SETTINGS[k] == STOPPED else one for k, one in enumerate(RUNS)]
    ),
    "narrow",
)


def test_it_rests_at_the_end_of_the_whole_model(board: Page) -> None:
    end = SETTINGS.index((True, False, True, True))
    assert f"Step 20: loss {end:.2f} per token" in said(board)
    assert "mean cosine 0.34 after layer 2." in said(board)


def test_switches_keep_the_step_and_change_the_run(board: Page) -> None:
    slide(board, 0, 1)
    turn(board, "warm-up")
    end = SETTINGS.index((True, False, True, False))
    assert f"Step 10: loss {5 - (5 - end) / 2:.2f}" in said(board)
    press(board, "step forward")
    assert f"Step 20: loss {end:.2f}" in said(board)
    assert board.get_by_role("button", name="step forward").is_disabled()
    turn(board, "warm-up")


def test_a_run_that_diverged_says_so(board: Page) -> None:
    slide(board, 0, 2)
    turn(board, "residual")
    turn(board, "post-norm")
    assert "Step 10: loss 4.75" in said(board)
    assert "There this run diverged." in said(board)
    turn(board, "residual")
    turn(board, "post-norm")
