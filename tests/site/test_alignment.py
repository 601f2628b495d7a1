"""The alignment explorer on the built site, with no kernel: it mounts, reacts, and shows the numbers of its data."""

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from attnbook import results
from attnbook.show.live.alignment import AlignmentExplorer

CHAPTER = "chapters/02_bahdanau_attention.html"
FIGURE = '[data-live-figure="AlignmentExplorer"]'
WEIGHTS = f"{FIGURE} .weight"
CHOSEN = f"{FIGURE} [role=radio][aria-checked=true]"


def examples(page: Page) -> list[dict]:
    """The library's numbers, as they stand in the page."""
    return json.loads(page.locator(f"{FIGURE} script[type='application/json']").text_content())["state"]["examples"]


def shown(page: Page) -> list[str]:
    return page.locator(WEIGHTS).all_text_contents()


def expected(example: dict, t: int) -> list[str]:
    return [f"{weight:.3f}" for weight in example["weights"][t]]


@pytest.fixture(scope="module", params=[(390, "light"), (390, "dark"), (1280, "light"), (1280, "dark")], ids=str)
def opened(request: pytest.FixtureRequest, window: Callable) -> Iterator[Page]:
    """Chapter 2 with its explorer alive."""
    width, theme = request.param
    with window(width, color_scheme=theme) as made:
        page = made.open(CHAPTER)
        page.wait_for_selector(f"{FIGURE} [role=radiogroup]")
        yield page


@pytest.fixture
def chapter(opened: Page) -> Page:
    """The same with the first word of the first sentence chosen, and the pointer out of the way."""
    opened.mouse.move(0, 0)
    opened.locator(f"{FIGURE} select").select_option("0")
    return opened


def test_it_mounts_once_in_place_of_the_picture(chapter: Page) -> None:
    assert chapter.locator(FIGURE).count() == chapter.locator(f"{FIGURE} [role=radiogroup]").count() == 1
    assert chapter.locator(f"{FIGURE} img").is_hidden()
    # JupyterLab runs the script of an output again whenever it draws the cell.
    script = chapter.locator(f"{FIGURE} + script[type=module]").text_content()
    chapter.add_script_tag(content=script, type="module")
    assert chapter.locator(f"{FIGURE} [role=radiogroup]").count() == 1


def test_its_numbers_are_those_of_the_result_file(chapter: Page) -> None:
    measured = results.load("translate-en-fr-bahdanau").samples["alignments"]
    for example, record in zip(examples(chapter), measured, strict=True):
        assert (example["source"], example["target"]) == (record["source"], record["target"])
        rows = zip(example["weights"], record["weights"], strict=True)
        assert all(shown == pytest.approx(stored, abs=0.0005 + 1e-9) for shown, stored in rows)


def test_a_click_shows_the_weights_of_that_word(chapter: Page) -> None:
    first = examples(chapter)[0]
    for t in (len(first["target"]) - 1, 1):
        chapter.locator(f"{FIGURE} [role=radio]").nth(t).click()
        assert shown(chapter) == expected(first, t)
        assert chapter.locator(CHOSEN).text_content() == first["target"][t]


def test_pointing_at_a_word_is_enough(chapter: Page) -> None:
    first = examples(chapter)[0]
    chapter.locator(f"{FIGURE} [role=radio]").nth(2).hover()
    assert shown(chapter) == expected(first, 2)
    most = max(first["weights"][2])
    assert f"most: weight {most:.3f}" in chapter.locator(f"{FIGURE} [role=status]").text_content()


def test_the_bars_are_as_high_as_the_weights(chapter: Page) -> None:
    weights = examples(chapter)[0]["weights"][0]
    for bar, weight in zip(chapter.locator(f"{FIGURE} .bar").all(), weights, strict=True):
        track = bar.locator("xpath=..").evaluate("track => track.clientHeight")
        # The browser lays out in 64ths of a pixel.
        assert bar.bounding_box()["height"] == pytest.approx(weight * track, abs=1 / 32)


def test_the_keyboard_walks_along_the_words(chapter: Page) -> None:
    first = examples(chapter)[0]
    last = len(first["target"]) - 1
    chapter.locator(f"{FIGURE} select").focus()
    chapter.keyboard.press("Tab")
    for key, t in (
        ("ArrowRight", 1),
        ("ArrowLeft", 0),
        ("ArrowLeft", last),
        ("ArrowRight", 0),
        ("End", last),
        ("Home", 0),
    ):
        chapter.keyboard.press(key)
        assert chapter.locator(f"{CHOSEN}:focus").text_content() == first["target"][t], key
        assert shown(chapter) == expected(first, t)
    ring = chapter.locator(CHOSEN).evaluate("e => getComputedStyle(e).outlineStyle + getComputedStyle(e).outlineWidth")
    assert ring == "solid3px"


def test_every_sentence_can_be_chosen(chapter: Page) -> None:
    sentences = examples(chapter)
    for k in reversed(range(len(sentences))):
        chapter.locator(f"{FIGURE} select").select_option(str(k))
        assert shown(chapter) == expected(sentences[k], 0)
        assert chapter.locator(f"{FIGURE} [role=radio]").all_text_contents() == sentences[k]["target"]


def test_known_alignments_are_marked(chapter: Page) -> None:
    for k, example in enumerate(examples(chapter)):
        chapter.locator(f"{FIGURE} select").select_option(str(k))
        marked = chapter.locator(f"{FIGURE} [role=listitem]").evaluate_all(
            "l => l.flatMap((e, s) => e.dataset.known === '' ? [s] : [])"
        )
        assert marked == [column for row, column in example.get("known", []) if row == 0]


def test_it_follows_the_theme(window: Callable) -> None:
    """Its letters change with those of the page when the reader changes the theme."""
    colour = "e => getComputedStyle(e).color"
    with window(1280, color_scheme="light") as opened:
        page = opened.open(CHAPTER)
        heading, paragraph = page.locator(f"{FIGURE} .heading").first, page.locator("main p").first
        seen = set()
        for theme in ("light", "dark"):
            page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            assert heading.evaluate(colour) == paragraph.evaluate(colour)
            seen.add(heading.evaluate(colour))
        assert len(seen) == 2


@pytest.mark.parametrize(("wish", "seconds"), [("reduce", "0s"), ("no-preference", "0.15s")])
def test_bars_move_only_for_readers_who_like_motion(window: Callable, wish: str, seconds: str) -> None:
    with window(390, reduced_motion=wish) as opened:
        page = opened.open(CHAPTER)
        bar = page.locator(f"{FIGURE} .bar").first
        assert bar.evaluate("bar => getComputedStyle(bar).transitionDuration") == seconds


def test_without_scripts_it_is_a_picture_that_says_what_it_shows(window: Callable) -> None:
    with window(390, java_script_enabled=False) as opened:
        picture = opened.open(CHAPTER).locator(f"{FIGURE} img")
        assert picture.is_visible()
        assert "weights over the source words" in picture.get_attribute("alt")


START = """async ({module, state}) => {
    const address = URL.createObjectURL(new Blob([module], {type: "text/javascript"}));
    const {default: figure} = await import(address);
    const draws = {};
    const off = (name, draw) => { draws[name] = draws[name].filter(other => other !== draw); };
    const on = (name, draw) => (draws[name] ??= []).push(draw);
    const set = (name, value) => { state[name] = value; draws[`change:${name}`]?.forEach(draw => draw()); };
    window.model = {get: name => state[name], set, on, off, save_changes() {}};
    window.end = figure.render({model: window.model, el: document.body});
}"""
"""Runs a module with a model that takes whatever it is given, as a kernel's may for a moment."""


@pytest.fixture
def bare(browser: Browser) -> Iterator[Page]:
    """A page that holds an explorer of a short and a long sentence, and `window.model`."""
    short = {"source": ["a", "b"], "target": ["x", "y"], "weights": [[0.25, 0.75], [1, 0]]}
    long = {"source": ["c", "d", "e"], "target": list("pqrst"), "weights": [[0.5, 0.2, 0.3]] * 5}
    bundle = AlignmentExplorer([short, long])._repr_mimebundle_()[0]
    content = re.search(r'<script type="application/json">(.*?)</script>', bundle["text/html"])[1]
    page = browser.new_page()
    page.evaluate(START, json.loads(content))
    yield page
    page.close()


@pytest.mark.parametrize(
    ("name", "value", "sentence", "word"),
    [("example", 99, "1", "p"), ("example", -1, "0", "x"), ("example", None, "0", "x"), ("example", "?", "0", "x")]
    + [("word", 2, "0", "y"), ("word", -7, "0", "x"), ("word", 1.5, "0", "y"), ("word", None, "0", "x")],
)
def test_a_choice_that_is_not_there_shows_the_nearest(
    bare: Page, name: str, value: object, sentence: str, word: str
) -> None:
    bare.evaluate("([name, value]) => model.set(name, value)", [name, value])
    assert bare.locator("select").input_value() == sentence
    assert bare.locator("[role=radio][aria-checked=true]").all_text_contents() == [word]
    assert f"“{word}” reads" in bare.locator("[role=status]").text_content()
    bare.locator("[role=radio][aria-checked=true]").focus()
    bare.keyboard.press("Home")
    assert bare.evaluate("model.get('word')") == 0


def test_a_word_of_the_last_sentence_does_not_outlive_it(bare: Page) -> None:
    """From a kernel the new sentence arrives before the new word."""
    bare.evaluate("model.set('example', 1); model.set('word', 4); model.set('example', 0);")
    assert bare.locator("[role=radio][aria-checked=true]").all_text_contents() == ["y"]


def test_a_figure_that_is_gone_draws_no_more(bare: Page) -> None:
    bare.evaluate("end(); model.set('example', 1);")
    assert bare.locator("[role=radio]").all_text_contents() == ["x", "y"]
