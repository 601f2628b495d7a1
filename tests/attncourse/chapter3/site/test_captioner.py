"""The figure of two captioners, used as a reader uses it."""

from collections.abc import Iterator

import numpy as np
import pytest
import torch
from playwright.sync_api import Browser, Page

from attncourse.chapter3 import scenes, slots
from tests.attncourse.chapter3 import captions
from tests.attncourse.chapter3.captions import (
    BOX,
    HINT,
    PLAIN,
    SAY,
    SEEN,
    TILES,
    WORDS,
    place,
    things,
)
from tests.attncourse.live.site.alive import opened

SHOWN = "e => e.map(r => Number(r.getAttribute('fill-opacity')))"


@pytest.fixture(scope="module")
def ready(browser: Browser) -> Iterator[Page]:
    """The figure with both models loaded by its button."""
    with opened(browser, captions.figure()) as page:
        captions.load(page)
        yield page


@pytest.fixture
def page(ready: Page) -> Page:
    """The same with a recorded scene."""
    ready.mouse.move(0, 0)
    ready.select_option(f"{BOX} select", "1")
    ready.select_option(f"{BOX} select", "0")
    return ready


def described(page: Page) -> list[str]:
    """Both captions of the picture, which must be the library's."""
    wanted = captions.wanted(page)
    page.wait_for_function(captions.COMPUTED)
    assert "Stopped after" not in page.locator(SAY).text_content()
    page.wait_for_function(
        "wanted => document.querySelector('.plain').textContent === wanted",
        arg=wanted[0],
    )
    assert captions.texts(page) == wanted
    return wanted


def test_it_describes_what_the_reader_places(page: Page) -> None:
    captions.empty(page)
    assert page.locator(SAY).text_content().startswith("Place something first")
    assert page.locator(WORDS).count() == 0
    place(page, "blue", "square", 12, 14)
    first = described(page)
    place(page, "yellow", "cross", 45, 40)
    second = described(page)
    assert first != second
    scene = things(page, captions.figure())
    assert [thing[:5] for thing in scene.things] == [
        ("blue", "square", 12, 14, 17),
        ("yellow", "cross", 45, 40, 17),
    ]
    assert page.locator(PLAIN).nth(1).text_content() == scene.caption
    chosen = page.locator("select").evaluate("s => s.selectedOptions[0].text")
    assert chosen == "Your own scene"


def test_a_digit_is_painted_and_described(page: Page) -> None:
    """The models see the handwriting that the reader sees."""
    page.reload()
    captions.load(page)
    captions.empty(page)
    place(page, "green", "seven", 30, 30)
    described(page)
    pixels = """e => [...e.getContext('2d').getImageData(0, 0, 64, 64).data]"""
    shown = page.locator(f"{BOX} .scene canvas").evaluate(pixels)
    painted = np.array(shown).reshape(64, 64, 4)[..., :3]
    (wanted,) = scenes.paint([things(page, captions.figure())])
    assert (painted == wanted.permute(1, 2, 0).numpy()).all()


def test_a_thing_is_dragged_changed_and_removed(page: Page) -> None:
    captions.empty(page)
    place(page, "red", "circle", 15, 15)
    place(page, "black", "triangle", 45, 45)
    spot = page.locator(TILES).first.bounding_box()
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    zoom = page.locator(f"{BOX} .scene").bounding_box()["width"] / 64
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14 * zoom, y + zoom, steps=4)
    page.mouse.move(x + 2000, y + 5 * zoom, steps=2)
    page.mouse.up()
    moved = things(page, captions.figure()).things[0]
    assert moved[:4] == ("red", "circle", 55, 20)
    described(page)
    page.click('.icon[aria-label="purple"]')
    page.click('.icon[aria-label="cross"]')
    assert things(page, captions.figure()).things[0][:2] == ("purple", "cross")
    described(page)
    page.click("text=Remove")
    assert page.locator(TILES).count() == 1
    described(page)


def test_the_keyboard_does_everything(page: Page) -> None:
    captions.empty(page)
    page.focus("text=Add")
    for _ in range(2):
        page.keyboard.press("Enter")
        assert page.locator(f"{TILES}:focus").count() == 1
        page.focus("text=Add")
    first = things(page, captions.figure()).things[0]
    page.locator(TILES).first.focus()
    for key in ("ArrowRight", "Shift+ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    now = things(page, captions.figure()).things[0]
    assert (now.x, now.y) == (first.x + 1, first.y + 9)
    described(page)
    page.keyboard.press("Delete")
    assert page.locator(TILES).count() == 1
    assert page.locator(f"{TILES}:focus").count() == 1
    page.keyboard.press("Delete")
    assert page.locator(SAY).text_content().startswith("Place something first")
    assert page.locator("button:focus").text_content() == "Add"


def test_a_seventh_thing_is_refused_with_a_word(page: Page) -> None:
    captions.empty(page)
    for _ in range(6):
        page.click("text=Add")
    assert page.locator(TILES).count() == 6
    page.click("text=Add")
    captions.tap(page, 60, 60)
    captions.tap(page, 60, 60)
    assert page.locator(TILES).count() == 6
    assert "A seventh object is refused" in page.locator(HINT).text_content()
    described(page)


def test_what_no_training_scene_shows_is_said(page: Page) -> None:
    captions.empty(page)
    place(page, "red", "circle", 20, 20)
    described(page)
    known = "No training scene had a red circle."
    assert page.locator(SAY).text_content().startswith(known)
    place(page, "blue", "circle", 34, 30)
    described(page)
    assert "objects stood further apart" in page.locator(SAY).text_content()


def test_a_random_scene_is_like_those_of_the_training(page: Page) -> None:
    page.click("text=A random scene")
    page.wait_for_function(captions.COMPUTED)
    assert 2 <= page.locator(TILES).count() <= 6
    assert "further apart" not in page.locator(SAY).text_content()


@pytest.mark.parametrize("example", [0, 1, 2])
def test_the_map_is_that_of_the_word(page: Page, example: int) -> None:
    """For every word: the darkness, the frames, and what the sentence says."""
    page.select_option(f"{BOX} select", str(example))
    known = captions.figure().examples[example]
    answer = known["answers"][1]
    scene = captions.scene(known)
    assert page.locator(WORDS).all_text_contents() == answer["target"]
    page.locator(WORDS).first.click()
    right = dict(enumerate(scene.words))
    for t, row in enumerate(map(np.array, answer["weights"])):
        dark = page.locator(f"{BOX} .cell").evaluate_all(SHOWN)
        wanted = 0.62 * (1 - row / row.max())
        assert dark == pytest.approx(wanted.tolist(), abs=1e-3)
        said = page.locator(SEEN).text_content()
        assert said.startswith(f"Word {t + 1}, “{answer['target'][t]}”, ")
        assert f"The largest weight, {row.max():.2f}, lies " in said
        _, thing = right.get(t, ("", -1))
        if answer["text"] == scene.caption and thing >= 0:
            box = scenes.box(scene.read[thing])
            hit = slots.pointed(torch.tensor(row).reshape(8, 8), box, 64)
            assert f"lies {'in' if hit else 'out'}side its box" in said
            lit = page.locator(f"{PLAIN} >> nth=1 >> [data-lit]")
            named = list(scene.read[thing][:2])
            assert lit.all_text_contents() == named
        page.click("[aria-label='Next word']")


def test_pointing_previews_and_a_click_stays(page: Page) -> None:
    words = page.locator(WORDS)
    texts = words.all_text_contents()
    seen = page.locator(SEEN)
    words.nth(1).click()
    words.nth(4).hover()
    assert seen.text_content().startswith(f"Word 5, “{texts[4]}”")
    page.mouse.move(0, 0)
    assert seen.text_content().startswith(f"Word 2, “{texts[1]}”")
    page.keyboard.press("ArrowRight")
    assert seen.text_content().startswith(f"Word 3, “{texts[2]}”")
    page.click("[aria-label='Previous word']")
    assert words.nth(1).get_attribute("aria-checked") == "true"


def test_the_map_can_be_taken_away(page: Page) -> None:
    """The frame of the thing that the word should name stays."""
    page.locator(WORDS).nth(1).click()
    cells, peak = page.locator(f"{BOX} .cell"), f"{BOX} svg .peak"
    assert sum(cells.evaluate_all(SHOWN)) > 1
    page.click("text=Hide the map")
    assert sum(cells.evaluate_all(SHOWN)) == page.locator(peak).count() == 0
    assert page.locator(f"{BOX} svg .wanted").count() == 1
    page.click("text=Show the map")
    assert sum(cells.evaluate_all(SHOWN)) > page.locator(peak).count() == 1
