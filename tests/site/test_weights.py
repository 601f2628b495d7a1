"""Where the weights of a live figure come from, and what it says without."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from attnbook import findings, pretrained
from tests.site import scratch
from tests.site.scratch import (
    BUTTON,
    OWN,
    SAY,
    answers,
    ask,
    recorded,
    texts,
)

SITE = Path(__file__).parents[2] / "_build" / "html"


def test_before_loading_recorded_sentences_stand_there(
    browser: Browser,
) -> None:
    """Without the button no weights are asked for."""
    asked = []
    with scratch.opened(browser, 1280, "light") as page:
        page.on("request", lambda request: asked.append(request.url))
        for k, example in enumerate(recorded()):
            page.select_option("select", str(k))
            said = [answer["text"] for answer in example["answers"]]
            assert texts(page) == (said or ["", ""])
            wait = "Recorded" if said else "Load the models"
            assert page.locator(SAY).text_content().startswith(wait)
    assert asked == []


FAST = """Object.defineProperty(navigator, "connection",
  { value: { effectiveType: "4g", saveData: false } });"""


def test_on_a_fast_connection_they_load_when_the_figure_is_seen(
    browser: Browser,
) -> None:
    """And what stands there stays, until the reader asks."""
    with scratch.opened(browser, 1280, "light", script=FAST) as page:
        before = texts(page)
        page.locator("[data-live-figure]").scroll_into_view_if_needed()
        page.wait_for_function(
            "[...document.querySelectorAll('button')]"
            ".some((button) => button.textContent === 'Translate')"
        )
        assert texts(page) == before
        assert page.locator(SAY).text_content().startswith("Recorded")
        assert ask(page, OWN).startswith("Computed")


def test_weights_that_are_not_there_are_named(browser: Browser) -> None:
    """The button stays, for another try."""
    with scratch.opened(browser, 1280, "light") as page:
        files = "**/*.safetensors"
        page.route(files, lambda route: route.fulfill(status=404))
        assert "seq2seq.safetensors: answer 404" in ask(page, OWN)
        assert "Load both models" in page.locator(BUTTON).text_content()
        page.unroute(files)
        assert ask(page, OWN).startswith("Computed")


@pytest.mark.parametrize("where", ["file", "elsewhere"])
def test_where_nothing_can_run_it_says_why(
    browser: Browser,
    tmp_path: Path,
    where: str,
) -> None:
    page = scratch.stranded(browser, tmp_path, where)
    assert not page.locator("form").is_visible()
    page.select_option("select", "1")
    assert texts(page) == [a["text"] for a in recorded()[1]["answers"]]
    page.close()


def test_in_a_notebook_the_kernel_answers(browser: Browser) -> None:
    """What the page asks reaches Python, and Python's answer the page."""
    figure = findings.translate.live(pretrained.load).display
    page = scratch.notebook(browser, figure)
    assert page.locator(BUTTON).text_content() == "Translate"
    assert texts(page) == [a["text"] for a in recorded()[0]["answers"]]
    assert page.evaluate("asked") == []
    page.fill("textarea", OWN)
    page.press("textarea", "Enter")
    figure.set_state({"request": page.evaluate("asked.at(-1)")})
    page.evaluate("reply => model.set('reply', reply)", figure.reply)
    page.wait_for_function("/by the notebook/.test(document.body.innerText)")
    assert texts(page) == [answer["text"] for answer in answers(OWN)]
    page.press("textarea", "Enter")
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
