"""The figure of the language model, used as a reader uses it: a caption is gone
on with, token by token.
"""

import math
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from attnbook import decode
from attncourse.chapter8.recipes.language import distributions
from tests.attncourse.chapter10.completions import (
    BARS,
    CHIPS,
    DONE,
    SAY,
    SEEN,
    again,
    ask,
    chips,
    columns,
    figure,
    library,
    plain,
)
from tests.attncourse.live.site.alive import LIVE, opened, press, slide


@pytest.fixture(scope="module")
def ready(browser: Browser) -> Iterator[Page]:
    """The figure with its model loaded by its button."""
    with opened(browser, figure()) as page:
        press(page, "Load the model (3.5 MB)")
        page.wait_for_function(DONE)
        yield page


@pytest.fixture
def page(ready: Page) -> Page:
    """The same behind two words, without a cut."""
    plain(ready)
    ask(ready, "two dogs")
    return ready


def bar(page: Page, k: int) -> str:
    """Press a bar; its token."""
    name = columns(page, "name")[k]
    again(page, page.locator(BARS).nth(k).click)
    return name


def test_each_place_of_recorded_captions_can_be_looked_at(
    browser: Browser,
) -> None:
    """What needs the model says so."""
    made = figure()
    with opened(browser, made) as page:
        assert page.locator("textarea").input_value() == "a man in a"
        for k, example in enumerate(made.examples):
            page.select_option("select", str(k))
            (known,) = example["answers"]
            field = page.locator("textarea").input_value()
            assert field == example["beginning"]
            for t in (0, len(known["tokens"]) - 1, known["begun"]):
                page.locator(CHIPS).nth(t).click()
                assert columns(page, "name") == known["places"][t]["pieces"]
            total = sum(known["bits"])
            assert f"{total:.1f} bits in all" in page.inner_text(".caption")
        likely = known["places"][known["begun"]]["tokens"]
        came = likely.index(known["tokens"][known["begun"]])
        page.locator(BARS).nth(came).click()
        checked = page.locator(f"{CHIPS}[aria-checked=true]")
        assert checked.inner_text().startswith(
            known["pieces"][known["begun"] + 1]
        )
        page.locator(CHIPS).nth(known["begun"]).click()
        page.locator(BARS).nth(9).click()
        assert "Load the model to" in page.inner_text(SAY)
        assert page.get_by_role("button", name="sample").is_disabled()


@pytest.mark.parametrize(
    "choices", [(1.0, 0, 1.0), (1.7, 10, 1.0), (0.7, 50, 0.3)], ids=str
)
def test_the_bars_are_the_next_tokens_before_and_after_the_cut(
    page: Page, choices: tuple[float, int, float]
) -> None:
    """As wide as the numbers."""
    temperature, top_k, top_p = choices
    p = library().following("two dogs").double()
    order = p.argsort(descending=True, stable=True)
    fed = library().tokenizer.encode("two dogs")[:-1]
    names = [
        library().tokenizer.pieces([fed[-1], int(k)])[1] for k in order[:10]
    ]
    assert columns(page, "name") == names
    slide(page, 0, temperature)
    slide(page, 1, top_p)
    label = str(top_k) if top_k else "off"
    page.get_by_role("radio", name=label, exact=True).click()
    scores = p.log()[None] / temperature
    after = decode.truncated(scores, top_k or None, top_p)[0]
    left = int(after.isfinite().sum())
    model, cut = (
        [
            float(x.replace("<", "").replace("✕ cut", "0"))
            for x in columns(page, name)
        ]
        for name in ("model", "cut")
    )
    q = after.softmax(-1)[order[:10]].tolist()
    assert model == pytest.approx(p[order[:10]].tolist(), abs=1.1e-3)
    assert cut == pytest.approx(q, abs=1.1e-3)
    assert columns(page, "cut").count("✕ cut") == max(10 - left, 0)
    some = "All" if left == 4000 else f"{left:,} of"
    assert f"{some} 4,000 tokens" in page.inner_text(SEEN)
    others = page.locator(f"{LIVE} div.entry:last-child").inner_text()
    assert ("cut" in others) == (left <= 10)
    width = """l => l.map(e => e.getBoundingClientRect().width
      / e.closest('.track').getBoundingClientRect().width)"""
    page.wait_for_function("document.getAnimations().length === 0")
    for part, wanted in ((".hollow", model), (".bar", cut)):
        widths = page.locator(f"{BARS} {part}").evaluate_all(width)
        assert widths == pytest.approx(wanted, abs=0.02)


def test_a_token_is_appended_and_taken_away(page: Page) -> None:
    """At the end, and at an earlier place in view, whose rest is left out."""
    name = bar(page, 2)
    assert chips(page) == ["two", "dogs", name, "?"]
    assert f"After “{name}”" in page.inner_text(SEEN)
    again(page, lambda: press(page, "back"))
    assert chips(page) == ["two", "dogs", "?"]
    page.locator(CHIPS).nth(1).click()
    assert "“dogs” came" in page.inner_text(SEEN)
    name = bar(page, 4)
    assert chips(page) == ["two", name, "?"]
    for _ in "12":
        again(page, lambda: press(page, "back"))
    assert chips(page) == ["?"]
    assert "Nothing is written yet" in page.inner_text(".caption")
    said = again(page, lambda: press(page, "back"))
    assert said == "There is no token to take away."


@pytest.mark.parametrize("button", ["sample", "write to the end", "back"])
def test_what_is_typed_is_taken_before_a_button_goes_on(
    page: Page, button: str
) -> None:
    """No old caption goes on beside another beginning."""
    page.fill("textarea", "a man in")
    press(page, button)
    page.wait_for_function(
        f"document.querySelectorAll('{CHIPS}')[0].textContent.startsWith('a')"
        f" && document.querySelectorAll('{CHIPS}').length != 4"
    )
    said = chips(page)
    assert said[:2] == ["a", "man"]
    assert (said[2] == "in") == (button != "back")


def test_a_token_is_drawn_from_what_is_left(page: Page) -> None:
    """With 0 degrees the likeliest; with two tokens left, one of them."""
    slide(page, 0, 0)
    assert "1 of 4,000 tokens is kept" in page.inner_text(SEEN)
    likely = columns(page, "name")[0]
    again(page, lambda: press(page, "sample"))
    assert chips(page) == ["two", "dogs", likely, "?"]
    slide(page, 0, 2)
    page.get_by_role("radio", name="2", exact=True).click()
    found = set()
    for number in (0.0, 0.999):
        page.evaluate(f"Math.random = () => {number}")
        ask(page, "two dogs")
        two = columns(page, "name")[:2]
        again(page, lambda: press(page, "sample"))
        assert chips(page)[2] in two
        found.add(chips(page)[2])
    assert len(found) == 2


def test_it_writes_to_the_end_as_the_library_does(page: Page) -> None:
    """Greedily; the place where it began stays in view, and the bits are the
    library's.
    """
    text = "A man in a"
    slide(page, 0, 0)
    ask(page, text)
    again(page, lambda: press(page, "write to the end"))
    (wanted,) = library().complete([text], temperature=0)
    tokens = library().tokenizer.encode(wanted)
    assert chips(page) == library().tokenizer.pieces(tokens)
    begun = len(library().tokenizer.encode(text)) - 1
    assert page.locator(f"{CHIPS}[data-given]").count() == begun
    checked = page.locator(CHIPS).nth(begun)
    assert checked.get_attribute("aria-checked") == "true"
    nats = library().log_probability(wanted)
    said = page.inner_text(".caption")
    bits = float(said.split(" bits in all")[0].split(" ")[-1])
    assert bits == pytest.approx(-nats / math.log(2), abs=0.1)
    each = distributions(library(), tokens)["bits"]
    shown = page.locator(f"{CHIPS} .number").all_text_contents()
    assert list(map(float, shown)) == pytest.approx(each, abs=0.07)


def test_the_keyboard_does_everything(page: Page) -> None:
    """Tab goes through; Enter asks; arrows walk along the caption and move the
    sliders; a bar is pressed.
    """
    heat = ".cut .value >> nth=0"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    focused = "document.activeElement.ariaLabel"
    assert page.evaluate(focused) == "next token"
    for keys, place, says in (
        (["ArrowLeft"], SEEN, "After “two”"),
        (["Home"], SEEN, "At the beginning"),
        (["End", "Tab", "ArrowLeft"], heat, "0.9"),
        (["Tab", "ArrowRight"], SEEN, "1 of 4,000 tokens is kept"),
    ):
        for key in keys:
            page.keyboard.press(key)
        assert says in page.inner_text(place), keys
    page.keyboard.press("Home")
    for tabs, count in ((2, 4), (4, 5)):
        name = columns(page, "name")[0]
        for _ in range(tabs):
            page.keyboard.press("Tab")
        again(page, lambda: page.keyboard.press("Enter"))
        assert len(chips(page)) == count
    assert chips(page)[3] == name
