"""The figure of the Transformer, used as a reader uses it: steps, keeps,
counts, and switches heads and layers off.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from attncourse.chapter7.live import transformer
from tests.attncourse.chapter1.translations import OWN, SAY, ask
from tests.attncourse.chapter7.translators import (
    NAME,
    TEXTS,
    answer,
    figure,
    load,
    texts,
)
from tests.attncourse.live.site.alive import (
    FAST,
    LIVE,
    give,
    opened,
    press,
    slide,
)

SEEN = f"{LIVE} [role=status] >> nth=1"
LIT = f"{LIVE} .written li[data-lit]"
STRIP = f"{LIVE} .strip"
DONE = "/Computed/.test(document.querySelector('[role=status]').textContent)"
TITLES = {
    "encoder": "Encoder self-attention",
    "own": "Decoder self-attention",
    "cross": "Cross-attention",
}
MEAN = "Cross-attention, layer 1, mean of heads"


@pytest.fixture(scope="module")
def ready(browser: Browser) -> Iterator[Page]:
    """The figure with its models loaded by its button."""
    with opened(browser, figure()) as page:
        press(page, "Load all three models (")
        page.wait_for_function(DONE)
        yield page


def alone(browser: Browser, panel: str) -> Iterator[Page]:
    """The Transformer alone, with one panel, loaded by its button; it has
    translated a sentence.
    """
    with opened(browser, figure(panel)) as page:
        press(page, "Load the model (")
        page.wait_for_function(DONE)
        ask(page, OWN)
        yield page


@pytest.fixture(scope="module")
def streaming(browser: Browser) -> Iterator[Page]:
    """The figure of the stream."""
    yield from alone(browser, "stream")


@pytest.fixture(scope="module")
def keeping(browser: Browser) -> Iterator[Page]:
    """The figure of the cache."""
    yield from alone(browser, "cache")


@pytest.fixture
def page(ready: Page) -> Page:
    """The same, which has translated a sentence."""
    ask(ready, OWN)
    choose(ready, MEAN)
    return ready


def again(page: Page, act: Callable[[], object]) -> None:
    """Act, and wait until the sentence has been translated once more."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    act()
    page.wait_for_function(DONE)


def choose(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).click()


@pytest.mark.parametrize(
    ("part", "i", "h"), [("own", 1, 2), ("cross", 0, 3), ("encoder", 3, 1)]
)
def test_every_head_shows_what_it_reads(
    page: Page, part: str, i: int, h: int
) -> None:
    last = answer(NAME, OWN)
    fed = ["[start]", *last["target"][:-1]]
    choose(page, f"{TITLES[part]}, layer {i + 1}, head {h + 1}")
    rows = last["maps"][part][i][0, h]
    read = fed if part == "own" else last["source"]
    asks = last["source"] if part == "encoder" else last["target"]
    for side, words in (("read", read), ("written", asks)):
        shown = page.locator(f"{LIVE} .{side} li span:first-child")
        assert shown.all_text_contents() == words
    for t in (0, 4, len(asks) - 1):
        slide(page, 0, t + 1)
        assert page.locator(LIT).all_text_contents() == [asks[t]]
        row, said = rows[t], page.inner_text(SEEN)
        if row.max() >= 0.06:
            most = f"reads “{read[int(row.argmax())]}” "
            share = float(said.split(most)[1][:4])
            assert share == pytest.approx(float(row.max()), abs=0.006)
    width = "l => l.map(e => parseFloat(e.getAttribute('stroke-width')))"
    widths = page.locator(f"{LIVE} .lines path").evaluate_all(width)
    drawn = 11 * rows[rows >= 0.03]
    assert sum(widths) == pytest.approx(float(drawn.sum()), abs=1.0)


def deepest(page: Page, name: str) -> int:
    """The last row that has a cell in the map of a head."""
    cells = page.get_by_role("radio", name=name).locator("path")
    drawn = " ".join(cells.evaluate_all("l => l.map(e => e.getAttribute('d'))"))
    places = drawn.replace("h1v1h-1z", " ").replace("M", " ").split()
    return max(map(int, places[1::2]))


def test_maps_grow_with_the_steps(page: Page) -> None:
    """A row of each map for each word."""
    last = len(answer(NAME, OWN)["source"]) - 1
    for t in (0, 5, 9):
        slide(page, 0, t + 1)
        for name in ("Decoder self-attention", "Cross-attention"):
            assert deepest(page, f"{name}, layer 2, head 1") == t
        encoder = "Encoder self-attention, layer 1, head 1"
        assert deepest(page, encoder) == last


def test_the_cache_grows_with_the_steps(keeping: Page) -> None:
    """Two cells in each layer for each word; the counts are those of the
    formula, which another test compares.
    """
    page = keeping
    S, layers = len(answer(NAME, OWN)["source"]), 2
    cells = "l => l.map(e => e.getAttribute('d').split('M').length - 1)"
    for t in (0, 5, 9):
        slide(page, 0, t + 1)
        for nth, count in ((0, S), (1, t + 1)):
            there = page.locator(STRIP).nth(nth).locator("path:not(.empty)")
            assert sum(there.evaluate_all(cells)) == 2 * layers * count
        new = page.locator(f"{STRIP} path.new").evaluate_all(cells)
        assert sum(new) == 2 * layers * (1 if t else 1 + S)
        assert f"each of {S + t + 1} words" in page.inner_text(".cache")


def test_on_a_fast_connection_all_heads_are_seen_with_the_figure(
    browser: Browser,
) -> None:
    """The example's, whose translations stay."""
    with opened(browser, figure(), script=FAST) as page:
        before = texts(page)
        page.evaluate("release()")
        page.wait_for_function(DONE)
        assert deepest(page, "Encoder self-attention, layer 4, head 4") > 0
        assert texts(page) == before


def test_without_the_cache_it_writes_the_same_and_counts_more(
    keeping: Page,
) -> None:
    page = keeping
    switch = page.get_by_role("switch", name="keep keys and values")
    numbers = page.locator(f"{LIVE} .cache [data-now] td")
    before, kept = texts(page), numbers.all_text_contents()
    again(page, switch.click)
    anew = numbers.all_text_contents()
    assert texts(page) == before
    assert all(float(a) > float(b) for a, b in zip(anew, kept, strict=True))
    assert "Nothing is kept" in page.inner_text(".cache")
    assert page.locator(f"{STRIP} path:not(.empty):not(.new)").count() == 0
    again(page, switch.click)
    assert numbers.all_text_contents() == kept


def test_a_head_is_switched_off_and_what_changed_is_marked(
    ready: Page,
) -> None:
    """One without which the translation is another one."""
    sentence = "two young girls with red shoes are jumping over a small fence ."
    text = answer(NAME, sentence, (("cross", 1, 1),))["text"]
    ask(ready, sentence)
    *others, whole = texts(ready)
    assert text != whole
    assert ready.locator(f"{LIVE} mark").count() == 0
    choose(ready, "Cross-attention, layer 2, head 2")
    again(ready, ready.get_by_role("switch", name="this head is off").click)
    assert texts(ready) == [*others, text]
    marked = ready.locator(f"{TEXTS} >> mark").all_text_contents()
    words, odd = text.split(), set(text.split()) - set(whole.split())
    assert odd <= set(marked) <= set(words)
    assert len(marked) < len(words)
    before = ready.locator(f"{LIVE} .before")
    assert before.text_content().split(": ")[1].strip() == whole
    off = ready.locator(f"{LIVE} [data-off]")
    assert off.get_attribute("aria-label").endswith("head 2, off")
    said = ready.inner_text(SEEN)
    assert said.startswith("Switched off") and "reads" not in said
    again(ready, lambda: press(ready, "all on"))
    assert texts(ready) == [*others, whole]
    assert off.count() == before.count() == 0


def test_a_layer_is_pressed_and_adds_nothing(streaming: Page) -> None:
    """Its slab is as long as the library's mean share; the translation is the
    library's without the layer, and whole again when it is pressed again.
    """
    page = streaming
    whole = answer(NAME, OWN)
    switch = page.get_by_role("switch", name="cross-attention 2")
    share = float(whole["shares"]["cross"][1].mean())
    still = transformer.added(load(NAME), OWN)
    assert still["decoder 2: cross-attention"] == pytest.approx(share)
    shown = float(switch.locator("output").text_content())
    assert shown == pytest.approx(share, abs=0.006)
    slab, track = (
        switch.locator(name).bounding_box()["width"]
        for name in (".bar", ".track")
    )
    assert slab / track == pytest.approx(share, abs=0.02)
    again(page, switch.click)
    assert switch.get_attribute("aria-checked") == "false"
    without = answer(NAME, OWN, (("cross", 1),))["text"]
    assert texts(page) == [without] != [whole["text"]]
    assert "1 switched off: another translation." in page.inner_text(SAY)
    again(page, switch.click)
    assert texts(page) == [whole["text"]]


def test_the_cost_of_any_length_is_counted(keeping: Page) -> None:
    """By the counts that another test compares with PyTorch's."""
    ready = keeping
    give(ready, "costs", "chapter7/live/costs.js")
    run = """([sizes, n]) => [true, false].map((cached) =>
      costs(sizes).upTo(n, n, cached) / 1e6)"""
    for n in (1, 20, 80):
        slide(ready, 1, n)
        kept, anew = ready.evaluate(run, [figure().sizes, n])
        said = ready.inner_text(".cost .steady")
        assert f"{anew / kept:.1f} times" in said
        of_still = [transformer.costs(figure().sizes, n, x) for x in (1, 0)]
        assert of_still == pytest.approx([kept, anew])
        found = said.replace(",", "").split(" million")[:2]
        numbers = [float(part.split()[-1]) for part in found]
        assert numbers == pytest.approx([kept, anew], rel=0.02)


def test_the_keyboard_does_everything(page: Page) -> None:
    """Enter asks; arrows go through the steps and through the heads."""
    page.focus("input[type=range]")
    for key, t in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2)):
        page.keyboard.press(key)
        word = answer(NAME, OWN)["target"][t]
        start = f"Step {t + 1} writes “{word}” and reads"
        assert page.inner_text(SEEN).startswith(start)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    title = "Encoder self-attention, layer 1, head 1"
    assert page.locator(f"{LIVE} .large .heading").text_content() == title
    page.keyboard.press("Tab")
    again(page, lambda: page.keyboard.press("Space"))
    off = page.locator(f"{LIVE} [data-off]")
    assert off.get_attribute("aria-label") == f"{title}, off"
