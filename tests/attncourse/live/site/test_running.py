"""Every live figure whose models a page can run: recorded answers stand there
first; the models come when they are asked for, in a notebook from Python; where
none can, it says why.
"""

import pytest
from playwright.sync_api import Page

from tests.attncourse.live.figures import Models, figures
from tests.attncourse.live.site.alive import (
    FAST,
    LIVE,
    handed,
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
WHERE = ["file", "elsewhere"]
STRANDED = [(name, WHERE[k % 2]) for k, name in enumerate(CASES)]
"""All in both places are in `make soak`."""
HANDED = ["order", "patches"]
"""A model at a time, and all at once."""
COMPUTED = f"/Computed/.test(document.querySelector('{LIVE}').innerText)"
HEIGHT = f"document.querySelector('{LIVE}').offsetHeight"
PRESSED = """() => {
  const field = document.querySelector(".attnbook-live textarea");
  const others = ":is(button, input):not(form *, [type=range])";
  const pressed = (part, k) => {
    field.value = `dog ${k}`;
    field.dispatchEvent(new Event("input"));
    const click = new Event("click", { bubbles: true, cancelable: true });
    return part.dispatchEvent(click);
  };
  return [...document.querySelectorAll(`.attnbook-live ${others}`)]
    .filter((part, k) => part.isConnected && pressed(part, k))
    .map((part) => part.outerHTML);
}"""
"""The controls that go on at once, although another text has been typed."""
SLOW = """() => {
  const [clock, later] = [performance.now, setTimeout];
  let now = 0;
  turns = 0;
  performance.now = () => (now += 1000);
  setTimeout = (...given) => (turns++, later(...given));
  restore = () => ([performance.now, setTimeout] = [clock, later]);
}"""
"""A clock that is a second later whenever it is read; `turns` counts pauses."""
FIELDS = f"{LIVE} :is(form, fieldset, textarea):visible"


@pytest.mark.parametrize("name", CASES)
def test_weights_are_fetched_when_the_reader_asks(browser, name) -> None:
    """What is not there is named, and the button stays for another try; then
    the page answers as the library does, whatever is typed.
    """
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
        models.ask(page)
        load = page.get_by_role("button", name=models.load, disabled=False)
        if load.is_visible():
            load.click()
        page.wait_for_function(COMPUTED)
        assert models.shown(page) == models.wanted(page)
        if models.typed:
            odd_input_gets_a_clear_word(page, models)
            stays_alive_while_it_computes(page, models)
            a_new_question_ends_the_old_one(page, models)
            assert page.evaluate(PRESSED) == []


def odd_input_gets_a_clear_word(page: Page, models: Models) -> None:
    for text, says in models.typed.odd.items():
        said = models.typed.ask(page, text)
        assert says in said, text
        computed = "Computed" in said
        stands = models.wanted(page) if computed else models.typed.nothing
        assert models.shown(page) == stands, text
        assert page.locator(f"{LIVE} b").count() == 0


def stays_alive_while_it_computes(page: Page, models: Models) -> None:
    """The page has its turns at every word of a long text, by a clock on which
    each step takes a second.
    """
    models.typed.ask(page, "")
    page.evaluate(SLOW)
    models.typed.ask(page, models.typed.long)
    words = len(models.typed.long.split())
    assert page.evaluate("turns") >= words * models.typed.turns
    page.evaluate("() => restore()")


def a_new_question_ends_the_old_one(page: Page, models: Models) -> None:
    """What was asked last is what stands there."""
    page.fill("textarea", models.typed.long)
    page.press("textarea", "Enter")
    models.typed.ask(page, "two dogs")
    page.wait_for_timeout(200)
    assert models.shown(page) == models.wanted(page)


@pytest.mark.parametrize("name", UNASKED)
def test_on_a_fast_connection_they_load_when_the_figure_is_seen(browser, name):
    """What stands there stays, until the reader asks."""
    make, models = CASES[name]
    figure = make()
    with opened(browser, figure, script=FAST) as page:
        page.evaluate("release()")
        for title in (models.load, "Loading"):
            load = page.get_by_role("button", name=title)
            load.wait_for(state="detached")
        assert models.shown(page) == models.recorded(figure, figure.example)
        models.ask(page)
        page.wait_for_function(COMPUTED)
        assert models.shown(page) == models.wanted(page)


@pytest.mark.parametrize("name", UNASKED)
def test_a_question_asked_while_they_come_is_answered(browser, name):
    make, models = CASES[name]
    with opened(browser, make(), script=FAST) as page:
        page.get_by_role("button", name="Loading").wait_for()
        models.ask(page)
        page.evaluate("release()")
        page.wait_for_function(COMPUTED)
        assert models.shown(page) == models.wanted(page)


@pytest.mark.parametrize(("name", "where"), STRANDED)
def test_where_nothing_can_run_it_says_why(browser, tmp_path, name, where):
    """What was recorded stays, and cannot be changed."""
    make, models = CASES[name]
    figure = make()
    page = stranded(browser, tmp_path, where, figure)
    assert page.get_by_role("button", name=models.load).count() == 0
    assert page.locator(FIELDS).count() == 0
    models.choose(page, 1)
    assert models.shown(page) == models.recorded(figure, 1)
    page.close()


@pytest.mark.parametrize("name", HANDED)
def test_in_a_notebook_python_hands_over_the_weights(browser, name) -> None:
    """When the reader asks for them; then the page answers, as on the site."""
    make, models = CASES[name]
    figure = make()
    page = notebook(browser, figure)
    assert models.shown(page) == models.recorded(figure, figure.example)
    assert page.evaluate("asked") == []
    press(page, models.load)
    assert handed(page, figure)
    page.wait_for_function(COMPUTED)
    models.ask(page)
    page.wait_for_function(COMPUTED)
    assert models.shown(page) == models.wanted(page)
    page.close()
