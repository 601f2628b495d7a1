"""The forms of a page, in a browser: guesses, folds, figures, code."""

from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest
from PIL import Image
from playwright.sync_api import Page

from tests.extension.forms import LONG
from tests.site.axe import violations
from tests.site.looks import UNFOLD

CLIPBOARD = ["clipboard-read", "clipboard-write"]
NO_STORAGE = """for (const name of ["getItem", "setItem"]) {
  const given = Storage.prototype[name];
  Storage.prototype[name] = function (key, ...rest) {
    if (key.startsWith("attnbook")) throw new DOMException("no storage");
    return given.call(this, key, ...rest);
  };
}"""
"""For the book's own scripts alone: the theme does not bear it."""
READ = "navigator.clipboard.readText()"


@pytest.fixture
def page(request: pytest.FixtureRequest, forms: Callable) -> Iterator[Page]:
    """The page of all forms; on a phone, unless a test asks for a width."""
    width = getattr(request, "param", 390)
    with forms(width, permissions=CLIPBOARD) as opened:
        yield opened.open("forms.html")


on_both = pytest.mark.parametrize("page", [390, 1280], indirect=True)


@pytest.fixture
def plain(forms: Callable) -> Iterator[Page]:
    """The same without scripts."""
    with forms(390, java_script_enabled=False) as opened:
        yield opened.open("forms.html")


def answer(page: Page) -> list[str]:
    """What a reader sees of the sentences of the guess."""
    seen = page.locator(".sentences > li:visible")
    return [text.split(":")[0] for text in seen.all_inner_texts()]


def test_choosing_opens_the_answer(page: Page) -> None:
    """The sentence of the choice first, then the right one, said in words."""
    output = page.get_by_text("[0.67, 0.24, 0.09]")
    assert not output.is_visible()
    group = page.get_by_role("radiogroup", name="Your guess")
    row = group.locator("label").first.bounding_box()
    assert row["height"] >= 44
    page.get_by_text("They all grow").click()
    assert output.is_visible()
    assert answer(page) == ["(a) No", "(b) Right"]
    status = page.locator(".guess-form [role=status]")
    assert status.inner_text() == "You chose (a): not right. See below."
    page.get_by_text("The largest takes").click()
    assert answer(page) == ["(c) No", "(b) Right"]
    page.get_by_text("Nothing, since").click()
    assert answer(page) == ["(b) Right"]
    assert status.inner_text() == "You chose (b): right. See below."
    label = "getComputedStyle(document.querySelector('.chosen p'), '::before')"
    assert "Your choice" in page.evaluate(f"{label}.content")


@on_both
def test_nothing_moves_above_the_answer(page: Page) -> None:
    """Whatever the reader chooses."""
    top = "fold => fold.getBoundingClientRect().top + scrollY"
    fold = page.locator(".guess-answer")
    places = {fold.evaluate(top)}
    for k in range(3):
        page.locator(".choices input").nth(k).check()
        places.add(fold.evaluate(top))
    assert len(places) == 1


def test_the_keyboard_walks_before_it_chooses(page: Page) -> None:
    """Arrows do not give the answer away; space chooses, and so does enter."""
    radios = page.locator(".choices input")
    status = page.locator(".guess-form [role=status]")
    radios.first.focus()
    for key, k in (("ArrowDown", 1), ("ArrowRight", 2), ("ArrowDown", 0)):
        page.keyboard.press(key)
        assert radios.nth(k).evaluate("r => r === document.activeElement")
    page.keyboard.press("ArrowUp")
    assert page.locator(".guess-answer").get_attribute("open") is None
    page.keyboard.press("Space")
    assert status.inner_text().startswith("You chose (c)")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert status.inner_text().startswith("You chose (b)")


def test_a_guess_is_remembered_counted_and_forgotten(page: Page) -> None:
    """The first choice counts; the page comes back with the last one."""
    line = page.locator(".guess-count")
    assert not line.is_visible()
    for choice in ("They all grow", "Nothing, since"):
        page.get_by_text(choice).click()
        assert "0 of 1 right" in line.inner_text()
    page.reload()
    radios = page.locator(".choices input")
    assert [radio.is_checked() for radio in radios.all()] == [0, 1, 0]
    assert page.locator(".guess-answer").get_attribute("open") is None
    assert "0 of 1 right" in line.inner_text()
    tick = page.locator(".bd-links a:has-text('all guesses answered')")
    assert tick.count() == 1
    line.get_by_role("button", name="Forget my answers").click()
    with page.expect_navigation():
        line.get_by_role("button", name="Press again").click()
    assert not line.is_visible()
    assert page.locator(".choices :checked").count() == tick.count() == 0


def test_a_guess_needs_no_storage(forms: Callable) -> None:
    """An error of a script would end the test."""
    with forms(390, locale="en-GB") as opened:  # a window of its own
        opened.page.add_init_script(NO_STORAGE)
        page = opened.open("forms.html")
        page.get_by_text("Nothing, since").click()
        assert "1 of 1 right" in page.locator(".guess-count").inner_text()


def test_the_answer_waits_for_a_choice(page: Page) -> None:
    """A click on the closed fold leads to the choices."""
    page.get_by_text("Choose first, then see").click()
    assert page.locator(".guess-answer").get_attribute("open") is None
    status = page.locator(".guess-form [role=status]")
    assert status.inner_text() == "Choose an answer first."
    first = page.locator(".choices input").first
    assert first.evaluate("radio => radio === document.activeElement")


def test_without_scripts_folds_open_by_hand(plain: Page) -> None:
    """Every sentence is there; the link below a figure is a link."""
    assert answer(plain) == []
    plain.get_by_text("Choose first, then see").click()
    assert plain.get_by_text("[0.67, 0.24, 0.09]").is_visible()
    assert answer(plain) == ["(a) No", "(b) Right", "(c) No"]
    plain.get_by_role("heading", name="Going deeper").click()
    assert plain.get_by_text("Hidden until").is_visible()
    plain.get_by_role("link", name="Link to Figure 7.1").click()
    assert plain.url.endswith("forms.html#cell-svg")


def test_a_link_into_a_fold_opens_it(page: Page) -> None:
    """Each time it is followed; what comes after is not folded."""
    inside = page.get_by_text("Hidden until")
    fold = page.locator("details.deeper")
    assert not inside.is_visible()
    for _ in range(2):
        page.get_by_role("link", name="Down").click()
        assert inside.is_visible()
        fold.evaluate("fold => { fold.open = false }")
    assert page.get_by_text("Seen.").is_visible()


def test_an_address_opens_the_fold(forms: Callable) -> None:
    with forms(1280) as opened:
        page = opened.open("forms.html#cell-inside")
        assert page.get_by_text("Hidden until").is_visible()
        assert page.evaluate("scrollY") > 0


def test_printing_opens_folds_and_closes_them_again(page: Page) -> None:
    """All but the answer to a guess and the code of a stored result."""
    count = "document.querySelectorAll('main details[open]').length"
    for event, number in (("beforeprint", 4), ("afterprint", 0)):
        page.evaluate(f"dispatchEvent(new Event('{event}'))")
        assert page.evaluate(count) == number


def test_the_link_of_a_figure_is_copied(page: Page) -> None:
    """The whole address with its anchor; a screen reader hears of it."""
    button = page.get_by_role("button", name="Copy link to Figure 7.1")
    box = button.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    button.click()
    page.get_by_text("Link to Figure 7.1 copied").wait_for(state="attached")
    assert button.get_attribute("data-said") == "Copied"
    assert page.evaluate(READ) == page.url + "#cell-svg"
    page.goto(page.evaluate(READ))
    assert page.locator("#cell-svg figure").is_visible()


@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_a_drawing_is_saved(page: Page, kind: str, tmp_path: Path) -> None:
    """With its letters, on white, as large as on the page or three times."""
    page.locator("details.save > summary").first.click()
    with page.expect_download() as saved:
        page.get_by_role("button", name=kind).first.click()
    assert saved.value.suggested_filename == f"figure-7-1.{kind.lower()}"
    saved.value.save_as(tmp_path / "saved")
    if kind == "PNG":
        with Image.open(tmp_path / "saved") as image:
            assert image.size == (600, 180)
            assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    else:
        root = fromstring((tmp_path / "saved").read_bytes())
        assert root.get("viewBox") == "0 0 200 60"
        assert root[0].text.count("url(data:font/woff2") == 3


def test_code_is_copied_as_it_is(page: Page) -> None:
    """Whether it wraps on the page or not."""
    page.locator("#cell-picture .cell_input").hover()
    page.locator("#cell-picture button.copybtn").click()
    page.wait_for_function(f"{READ}.then((text) => text.includes('word_00'))")
    assert page.evaluate(READ).rstrip("\n") == LONG


@on_both
def test_a_line_holds_80_columns_or_goes_on_below(page: Page) -> None:
    """At 1280 px 80 are one line; more go on, indented, as on a phone."""
    rows = page.locator("#cell-picture .line")
    heights = [row.bounding_box()["height"] for row in rows.all()]
    one = page.locator("#cell-svg .line").bounding_box()["height"]
    lines = [round(height / one) for height in heights]
    wide = page.viewport_size["width"] == 1280
    assert lines[1] == (1 if wide else 3) and lines[0] > 2
    indent = rows.first.evaluate("row => getComputedStyle(row).paddingLeft")
    assert float(indent.removesuffix("px")) > 30


def test_on_a_phone_comments_stay_whole_and_captions_are_as_wide_as_text(
    page: Page,
) -> None:
    """A comment that does not fit goes to the next line."""
    page.get_by_role("link", name="Down").click()
    line = page.locator("#cell-inside .line")
    one = page.locator("#cell-svg .line").bounding_box()["height"]
    assert round(line.bounding_box()["height"] / one) == 2
    assert line.locator(".c1").bounding_box()["height"] < 1.1 * one
    text = page.get_by_text("Seen.").bounding_box()
    for k in range(3):
        caption = page.locator("figure.numbered > figcaption > p").nth(k)
        box = caption.bounding_box()
        assert (box["x"], box["width"]) == (text["x"], text["width"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(theme: str, forms: Callable) -> None:
    """As the page comes, and with everything chosen and opened."""
    with forms(1280, color_scheme=theme) as opened:
        page = opened.open("forms.html")
        assert violations(page) == []
        page.get_by_text("They all grow").click()
        page.evaluate(UNFOLD, True)
        assert violations(page) == []
