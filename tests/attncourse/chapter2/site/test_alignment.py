"""The alignment explorer without a kernel: it reacts, from either side, and
shows the numbers of its data."""

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page

from attncourse.chapter2.live.alignment import AlignmentExplorer
from attncourse.experiments import results
from tests.attncourse.live.site.alive import LIVE, in_window, notebook, said

CHAPTER = "chapters/02_bahdanau_attention.html"
FIGURE = '[data-live-figure="AlignmentExplorer"]'
STORED = results.load("translate-en-fr-bahdanau").samples["alignments"]


opened = in_window(lambda: AlignmentExplorer(STORED), "narrow", "wide")


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure with the first word of the translation pinned."""
    opened.mouse.move(0, 0)
    opened.get_by_role("combobox").select_option("0")
    words(opened, "target").nth(0).click()
    opened.mouse.move(0, 0)
    return opened


def words(page: Page, side: str) -> Locator:
    name = {"source": "Source words", "target": "Words of the translation"}
    return page.get_by_role("radiogroup", name=name[side]).get_by_role("radio")


def numbers(page: Page, side: str) -> list[str]:
    return words(page, side).locator(".number").all_text_contents()


def short(weights: list[float]) -> list[str]:
    """As the figure writes them: two digits, nothing below 0.03."""
    texts = ["" if w < 0.03 else f"{round(w, 3) + 1e-9:.2f}" for w in weights]
    return [text.removeprefix("0") for text in texts]


def lit(page: Page) -> list[str]:
    return page.locator(f"{LIVE} [data-lit] .text").evaluate_all(
        "texts => texts.map(text => text.firstChild.textContent)"
    )


def row(t: int) -> list[float]:
    return STORED[0]["weights"][t]


def column(i: int) -> list[float]:
    return [weights[i] for weights in STORED[0]["weights"]]


def test_a_word_of_the_translation_shows_what_it_reads(page: Page) -> None:
    for t in (4, 1):
        words(page, "target").nth(t).click()
        assert numbers(page, "source") == short(row(t))
        assert set(numbers(page, "target")) == {""}
        best = int(np.argmax(row(t)))
        assert said(page).startswith(
            f"“{STORED[0]['target'][t]}” reads “{STORED[0]['source'][best]}” "
            f"most: weight {max(row(t)):.3f}; then"
        )


def test_a_source_word_shows_who_reads_it(page: Page) -> None:
    words(page, "source").nth(5).click()
    assert numbers(page, "target") == short(column(5))
    assert set(numbers(page, "source")) == {""}
    best = STORED[0]["target"][int(np.argmax(column(5)))]
    word = STORED[0]["source"][5]
    assert said(page).startswith(f"“{word}” is read most by “{best}”: weight ")
    checked = page.locator(f"{LIVE} .stage [aria-checked=true]")
    assert checked.count() == 1


def test_pointing_previews_and_leaves_the_choice_alone(page: Page) -> None:
    first = said(page)
    for side, word in (("target", 4), ("source", 5)):
        words(page, side).nth(word).hover()
        assert said(page) != first
        assert lit(page) == [STORED[0][side][word]]
        assert words(page, "target").nth(0).get_attribute("aria-checked") == (
            "true"
        )
        page.mouse.move(0, 0)
        assert said(page) == first


def test_a_row_of_the_heat_map_stands_for_its_word(page: Page) -> None:
    heat = page.locator(f"{LIVE} .heat")
    heat.scroll_into_view_if_needed()
    box = heat.bounding_box()
    rows = len(STORED[0]["target"])
    y = box["y"] + 72 + (box["height"] - 76) * 4.5 / rows
    page.mouse.move(box["x"] + 150, y)
    assert lit(page) == [STORED[0]["target"][4]]
    page.mouse.move(0, 0)
    assert lit(page) == [STORED[0]["target"][0]]


def test_lines_are_as_wide_as_the_weights_and_join_the_words(
    page: Page,
) -> None:
    words(page, "target").nth(4).click()
    paths = page.locator(f"{LIVE} .lines path.lit")
    widths = paths.evaluate_all(
        "all => all.map(p => Number(p.getAttribute('stroke-width')))"
    )
    expected = [11 * weight for weight in row(4) if weight >= 0.03]
    assert widths == pytest.approx(expected, abs=0.02)
    numbers = re.findall(r"[\d.]+", paths.last.get_attribute("d"))
    origin = page.locator(f"{LIVE} .lines svg").bounding_box()
    box = words(page, "target").nth(4).bounding_box()
    x, y = (
        float(number) + origin[axis]
        for number, axis in zip(numbers[-2:], "xy", strict=True)
    )
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    below = pytest.approx([middle[0], box["y"]], abs=0.1)
    beside = pytest.approx([box["x"], middle[1]], abs=0.1)
    assert [x, y] == (below if page.viewport_size["width"] > 390 else beside)


def test_the_heat_map_holds_the_weights_and_lights_the_word(page: Page) -> None:
    shares = page.locator(f"{LIVE} .heat .cell").evaluate_all(
        "cells => cells.map(cell => +cell.getAttribute('fill-opacity'))"
    )
    stored = np.array(STORED[0]["weights"]).ravel()
    assert shares == pytest.approx(stored.tolist(), abs=0.001)
    places = set()
    for side, word in (("target", 4), ("target", 5), ("source", 4)):
        words(page, side).nth(word).click()
        light = page.locator(f"{LIVE} .light.{side}")
        assert light.count() == 1
        places.add((light.get_attribute("x"), light.get_attribute("y")))
    assert len(places) == 3


def test_the_keyboard_walks_along_both_sides(page: Page) -> None:
    last = len(STORED[0]["target"]) - 1
    page.get_by_role("combobox").focus()
    page.keyboard.press("Tab")
    assert lit(page) == [STORED[0]["source"][0]]
    page.keyboard.press("ArrowRight")
    assert numbers(page, "target") == short(column(1))
    page.keyboard.press("Tab")
    steps = (("ArrowRight", 1), ("ArrowLeft", 0), ("ArrowLeft", last))
    for key, t in (*steps, ("ArrowRight", 0), ("End", last), ("Home", 0)):
        page.keyboard.press(key)
        assert lit(page) == [STORED[0]["target"][t]], key
        assert numbers(page, "source") == short(row(t))
    words(page, "source").nth(3).hover()
    page.keyboard.press("End")
    assert lit(page) == [STORED[0]["target"][last]], "it wins over a preview"
    page.mouse.move(0, 0)
    page.keyboard.press("Shift+Tab")
    assert lit(page) == [STORED[0]["source"][1]], "Tab comes back"


def test_the_site_shows_it_once_in_place_of_the_picture(
    window: Callable,
) -> None:
    with window(390) as made:
        page = made.open(CHAPTER)
        page.wait_for_selector(f"{FIGURE} [role=radiogroup]")
        assert page.locator(f"{FIGURE} img").is_hidden()
        # JupyterLab runs the script again whenever it draws the cell.
        script = page.locator(f"{FIGURE} + script[type=module]")
        page.add_script_tag(content=script.text_content(), type="module")
        assert page.locator(f"{FIGURE} .attnbook-live").count() == 1


@pytest.fixture
def bare(browser: Browser) -> Iterator[Page]:
    """An explorer of a short and a long sentence, and `window.model`."""
    short = {"source": ["a", "b"], "target": ["x", "y"]}
    short["weights"] = [[0.25, 0.75], [1, 0]]
    long = {"source": ["c", "d", "e"], "target": list("pqrst")}
    long["weights"] = [[0.5, 0.2, 0.3]] * 5
    page = notebook(browser, AlignmentExplorer([short, long]))
    yield page
    page.close()


def checked(page: Page) -> list[str]:
    return page.locator(".stage [aria-checked=true] .text").evaluate_all(
        "texts => texts.map(text => text.firstChild.textContent)"
    )


def test_a_word_of_the_last_sentence_does_not_outlive_it(bare: Page) -> None:
    """From a kernel the new sentence arrives before the new word."""
    bare.evaluate("model.set('example', 1); model.set('word', 4)")
    assert checked(bare) == ["t"]
    bare.evaluate("model.set('example', 0)")
    assert checked(bare) == ["y"]


def test_a_figure_that_is_gone_draws_no_more(bare: Page) -> None:
    bare.evaluate("end(); model.set('example', 1);")
    assert checked(bare) == ["x"]
