"""The player in a page without a kernel: it moves when asked, and only then."""

from collections.abc import Iterator

import pytest
import torch
from playwright.sync_api import Page

from attncourse.live.player import Player
from tests.attncourse.live.site.alive import (
    LIVE,
    in_window,
    moving,
    press,
    said,
    slide,
)

FRAMES = [
    (k + 1, 1 / (k + 1), [[k / 5, 1 - k / 5], [1 - k / 5, k / 5]])
    for k in range(6)
]
SECOND = 1000  # milliseconds: four frames
STATUS = f"{LIVE} [role=status]"
FIRST = f"{LIVE} .cell >> nth=0"


def figure() -> Player:
    return Player(FRAMES, xlabel="is read", ylabel="reads")


page = in_window(figure, "narrow")


@pytest.fixture
def player(page: Page) -> Iterator[Page]:
    """From its last frame, with time that stands still."""
    slide(page, 0, 5)
    with moving(page) as page:
        yield page


def number(page: Page) -> int:
    return int(page.locator(f"{LIVE} input").input_value())


def test_it_starts_at_the_result_and_rests(player: Page) -> None:
    player.clock.run_for(SECOND)
    assert number(player) == 5
    assert player.locator(FIRST).get_attribute("fill-opacity") == "1"


def test_where_motion_is_unwanted_there_is_no_play(page: Page) -> None:
    assert page.get_by_role("button", name="play").count() == 0


def test_steps_and_drags_show_a_frame(page: Page) -> None:
    slide(page, 0, 2)
    assert "Loss 0.333" in said(page)
    press(page, "step forward")
    assert page.locator(FIRST).get_attribute("fill-opacity") == "0.6"
    press(page, "step back")
    assert number(page) == 2


def test_play_runs_once_to_the_end(player: Page) -> None:
    press(player, "play")
    assert number(player) == 0
    player.clock.run_for(SECOND)
    assert number(player) == 4
    player.clock.run_for(SECOND)
    assert number(player) == 5
    assert player.get_by_role("button", name="play").count() == 1


def test_pause_stops_and_play_goes_on(player: Page) -> None:
    slide(player, 0, 1)
    press(player, "play")
    assert player.locator(STATUS).get_attribute("aria-live") == "off"
    press(player, "pause")
    player.clock.run_for(SECOND)
    assert number(player) == 1
    assert player.locator(STATUS).get_attribute("aria-live") == "polite"
    press(player, "play")
    player.clock.run_for(SECOND)
    assert number(player) == 5


def test_off_screen_and_with_less_motion_it_stops(player: Page) -> None:
    """Whatever stops it brings the button back."""
    hide = "e => { e.parentElement.style.marginTop = '9000px' }"
    back = "e => { e.parentElement.style.marginTop = '' }"
    stopped = player.locator(f"{LIVE} .play", has_text="play")
    press(player, "play")
    player.locator(LIVE).evaluate(hide)
    stopped.wait_for()
    player.locator(LIVE).evaluate(back)
    press(player, "play")
    player.emulate_media(reduced_motion="reduce")
    stopped.wait_for(state="attached")  # and hidden: it cannot be pressed
    player.clock.run_for(SECOND)
    assert number(player) == 0


def painted() -> Player:
    """A picture of four places, framed at the lower left."""
    weights = [[[0.2, 0.4], [0.2, 0.2]], [[0.1, 0.1], [0.8, 0]]]
    frames = [(k, 1 - k / 2, a) for k, a in enumerate(weights)]
    image = torch.ones(3, 64, 64)
    return Player(frames, image=image, boxes=[(4, 36, 28, 60)])


scene = in_window(painted, "wide")


def test_a_picture_is_large_and_dark_where_little_is_read(scene: Page) -> None:
    picture = scene.locator(f"{LIVE} .scene").bounding_box()
    assert picture["width"] > 300
    assert picture["height"] == pytest.approx(picture["width"])
    ring = scene.locator(f"{LIVE} .peak")
    cells = scene.locator(f"{LIVE} .cell")
    dark = "e => e.map(cell => Number(cell.getAttribute('fill-opacity')))"
    for frame, place, told, shown in (
        (0, 1, "1.000; largest weight 0.40, outside", [0.75, 0.5, 0.75, 0.75]),
        (1, 2, "0.500; largest weight 0.80, inside", [0.875, 0.875, 0, 1]),
    ):
        slide(scene, 0, frame)
        assert f"{told} the frame." in said(scene)
        veil = [0.62 * share for share in shown]
        assert cells.evaluate_all(dark) == pytest.approx(veil, abs=1e-3)
        for side in "xy":
            wanted = cells.nth(place).get_attribute(side)
            assert ring.get_attribute(side) == wanted
