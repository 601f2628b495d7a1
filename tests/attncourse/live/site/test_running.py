"""Every live figure whose models a page can run: recorded answers stand there
first; the models come when they are asked for; where none can, it says why; in
a notebook the kernel answers.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from attncourse.live.base import LiveFigure
from tests.attncourse.live.figures import Typed, figures
from tests.attncourse.live.site.alive import (
    FAST,
    LIVE,
    notebook,
    opened,
    press,
    stranded,
)

CASES = {
    name: (case.make, case.models)
    for name, case in figures().items()
    if case.models
}
UNASKED = [name for name, (_, models) in CASES.items() if models.unasked]
TYPED = {n: models.typed for n, (_, models) in CASES.items() if models.typed}
COMPUTED = f"/Computed/.test(document.querySelector('{LIVE}').innerText)"
HEIGHT = f"document.querySelector('{LIVE}').offsetHeight"
FIELDS = f"{LIVE} :is(form, fieldset, textarea):visible"
each = pytest.mark.parametrize("name", CASES)


def begin(page: Page, name: str) -> None:
    """Ask, and press the button where asking alone loads no model."""
    models = CASES[name][1]
    models.ask(page)
    load = page.get_by_role("button", name=models.load, disabled=False)
    if load.is_visible():
        load.click()


@each
def test_weights_are_fetched_when_the_reader_asks(
    browser: Browser, name: str
) -> None:
    """What is not there is named, and the button stays for another try."""
    make, models = CASES[name]
    figure, asked = make(), []
    with opened(browser, figure) as page:
        page.on("request", lambda request: asked.append(request.url))
        for k in [*range(len(figure.examples)), 0]:
            models.choose(page, k)
            assert models.shown(page) == models.recorded(figure, k)
        assert "Recorded" in page.inner_text(LIVE)
        assert asked == []
        files, before = "**/*.safetensors", page.evaluate(HEIGHT)
        page.route(files, lambda route: route.fulfill(status=404))
        press(page, models.load)
        page.get_by_text(".safetensors: answer 404").first.wait_for()
        assert page.evaluate(HEIGHT) == before
        page.unroute(files)
        begin(page, name)
        page.wait_for_function(COMPUTED)
        assert models.shown(page) == models.wanted(page)


@pytest.mark.parametrize("name", UNASKED)
def test_on_a_fast_connection_they_load_when_the_figure_is_seen(
    browser: Browser, name: str
) -> None:
    """What stands there stays, until the reader asks."""
    make, models = CASES[name]
    figure = make()
    with opened(browser, figure, script=FAST) as page:
        page.evaluate("release()")
        load = page.get_by_role("button", name=models.load)
        load.wait_for(state="detached")
        assert models.shown(page) == models.recorded(figure, figure.example)
        models.ask(page)
        page.wait_for_function(COMPUTED)
        assert models.shown(page) == models.wanted(page)


@each
@pytest.mark.parametrize("where", ["file", "elsewhere"])
def test_where_nothing_can_run_it_says_why(
    browser: Browser, tmp_path: Path, where: str, name: str
) -> None:
    """What was recorded stays, and cannot be changed."""
    make, models = CASES[name]
    figure = make()
    page = stranded(browser, tmp_path, where, figure)
    assert page.get_by_role("button", name=models.load).count() == 0
    assert page.locator(FIELDS).count() == 0
    models.choose(page, 1)
    assert models.shown(page) == models.recorded(figure, 1)
    page.close()


def replied(page: Page, figure: LiveFigure) -> None:
    """Python answers until the page has what it asked for."""
    while not page.evaluate(COMPUTED):
        page.wait_for_function(f"asked.length || {COMPUTED}")
        if request := page.evaluate("asked.splice(0).at(-1)"):
            figure.set_state({"request": request})
            page.evaluate("reply => model.set('reply', reply)", figure.reply)


@each
def test_in_a_notebook_the_kernel_answers(browser: Browser, name: str) -> None:
    """And what went wrong there is told."""
    make, models = CASES[name]
    figure = make(kernel=True)
    page = notebook(browser, figure)
    assert page.get_by_role("button", name=models.load).count() == 0
    assert page.evaluate("asked.length > 0") == models.handed
    models.ask(page)
    page.wait_for_function("asked.length > 0")
    number = page.evaluate("asked.splice(0).at(-1).number")
    failed = {"number": number, "error": "no memory"}
    page.evaluate("reply => model.set('reply', reply)", failed)
    page.get_by_text("work: no memory").wait_for()
    models.ask(page)
    replied(page, figure)
    assert models.shown(page) == models.wanted(page)
    page.close()


@pytest.fixture(scope="module", params=TYPED)
def ready(
    request: pytest.FixtureRequest, browser: Browser
) -> Iterator[tuple[str, Page]]:
    """A figure that is asked in words, with its models loaded."""
    with opened(browser, CASES[request.param][0]()) as page:
        begin(page, request.param)
        page.wait_for_function(COMPUTED)
        yield request.param, page


def test_odd_input_gets_a_clear_word(ready: tuple[str, Page]) -> None:
    name, page = ready
    models = CASES[name][1]
    typed: Typed = TYPED[name]
    for text, says in typed.odd.items():
        said = typed.ask(page, text)
        assert says in said, text
        computed = "Computed" in said
        stands = models.wanted(page) if computed else typed.nothing
        assert models.shown(page) == stands, text
        assert page.locator(f"{LIVE} b").count() == 0


def test_the_page_stays_alive_while_it_computes(
    ready: tuple[str, Page],
) -> None:
    """A clock goes on ticking during the longest text."""
    name, page = ready
    typed: Typed = TYPED[name]
    typed.ask(page, "")
    page.evaluate("ticks = 0; clock = setInterval(() => ticks++, 1)")
    typed.ask(page, typed.long)
    assert page.evaluate("ticks") > typed.ticks
    page.evaluate("() => clearInterval(clock)")


def test_a_new_question_ends_the_old_one(ready: tuple[str, Page]) -> None:
    """What was asked last is what stands there."""
    name, page = ready
    models, typed = CASES[name][1], TYPED[name]
    page.fill("textarea", typed.long)
    page.press("textarea", "Enter")
    typed.ask(page, "two dogs")
    page.wait_for_timeout(200)
    assert models.shown(page) == models.wanted(page)
