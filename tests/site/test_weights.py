"""Where the weights of a live figure come from, and what it says without."""

from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser

from attnbook import pretrained
from tests.attncourse.live.site import captions, translations
from tests.attncourse.live.site.alive import LIVE, notebook, opened, stranded
from tests.attncourse.live.site.translations import OWN, SAY, ask, texts

SITE = Path(__file__).parents[2] / "_build" / "html"
SELECT, BUTTON = f"{LIVE} select", f"{LIVE} button.main"
each = pytest.mark.parametrize(
    "kind", [captions, translations], ids=["captions", "translations"]
)


@each
def test_weights_are_fetched_when_the_reader_asks(
    browser: Browser, kind: ModuleType
) -> None:
    """What was recorded stands there before; what is not there is named, and
    the button stays for another try.
    """
    asked: list[str] = []
    with opened(browser, kind.figure()) as page:
        page.on("request", lambda request: asked.append(request.url))
        for k, example in enumerate(kind.figure().examples):
            page.select_option(SELECT, str(k))
            known = [answer["text"] for answer in example["answers"]]
            assert kind.texts(page) == (known or ["", ""])
            start = "Recorded" if known else "Load the models"
            assert page.locator(kind.SAY).text_content().startswith(start)
        assert asked == []
        files = "**/*.safetensors"
        page.route(files, lambda route: route.fulfill(status=404))
        kind.change(page)
        if kind is captions:
            assert "Load the models to" in page.locator(kind.SAY).text_content()
        page.click(BUTTON)
        page.get_by_text(f"{kind.NAMES[0]}.safetensors: answer 404").wait_for()
        page.locator(BUTTON, has_text="Load both models").wait_for()
        page.unroute(files)
        page.click(BUTTON)
        page.get_by_text("Computed in your browser").wait_for()
        assert kind.texts(page) == kind.wanted(page)


FAST = """Object.defineProperty(navigator, "connection",
  { value: { effectiveType: "4g", saveData: false } });"""
HELD = """const fetched = window.fetch;
const held = new Promise((done) => { window.release = done; });
window.fetch = (...asked) => held.then(() => fetched(...asked));"""
"""The weights wait for a word."""


def test_on_a_fast_connection_they_load_when_the_figure_is_seen(
    browser: Browser,
) -> None:
    """And what stands there stays, until the reader asks."""
    with opened(browser, translations.figure(), script=FAST) as page:
        before = texts(page)
        page.locator("[data-live-figure]").scroll_into_view_if_needed()
        page.wait_for_function(
            "[...document.querySelectorAll('button')]"
            ".some((button) => button.textContent === 'Translate')"
        )
        assert texts(page) == before
        assert page.locator(SAY).text_content().startswith("Recorded")
        assert ask(page, OWN).startswith("Computed")


@each
@pytest.mark.parametrize("where", ["file", "elsewhere"])
def test_where_nothing_can_run_it_says_why(
    browser: Browser, tmp_path: Path, where: str, kind: ModuleType
) -> None:
    """What was recorded stays, and cannot be changed."""
    figure = kind.figure()
    page = stranded(browser, tmp_path, where, figure)
    assert not page.locator(BUTTON).is_visible()
    assert not page.locator(f"{LIVE} :is(textarea, .palette)").is_visible()
    if kind is captions:
        captions.tap(page, 60, 4)
        count = len(figure.examples[0]["things"])
        assert page.locator(captions.TILES).count() == count
    page.select_option(SELECT, "1")
    known = [answer["text"] for answer in figure.examples[1]["answers"]]
    assert kind.texts(page) == known
    page.close()


@each
def test_in_a_notebook_the_kernel_answers(
    browser: Browser, kind: ModuleType
) -> None:
    """What the page asks reaches Python, and Python's answer the page."""
    figure = kind.figure(kernel=True)
    page = notebook(browser, figure)
    assert page.locator(BUTTON).text_content() == kind.WORK
    assert page.evaluate("asked") == []
    kind.change(page)
    figure.set_state({"request": page.evaluate("asked.at(-1)")})
    page.evaluate("reply => model.set('reply', reply)", figure.reply)
    page.wait_for_function("/by the notebook/.test(document.body.innerText)")
    assert kind.texts(page) == kind.wanted(page)
    kind.change(page)
    failed = {"number": 2, "error": "no memory"}
    page.evaluate("reply => model.set('reply', reply)", failed)
    page.wait_for_function("/work: no memory/.test(document.body.innerText)")
    page.close()


def test_the_site_holds_the_weights_that_its_pages_name(address: str) -> None:
    """Those and no others."""
    files = {path.name for path in SITE.glob("_weights/*")}
    pages = [p.read_text(encoding="utf-8") for p in SITE.rglob("*.html")]
    named = {
        f"{name}.safetensors"
        for name in pretrained.names()
        if any(f'"_weights/{name}.safetensors"' in page for page in pages)
    }
    assert files == named
