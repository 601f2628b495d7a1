"""A page that holds one live figure and nothing else, as a site shows it: the
shipped weights lie beside it.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Page, Route

from attnbook import pretrained
from attncourse.figures.figure import Figure
from attncourse.live import frontend
from attncourse.live.base import LiveFigure, ModelFigure
from tests.site.browser import UNKNOWN

BOOK = "http://book.test/"
PAGE = f"{BOOK}deep/page.html"
MARKUP = """<!doctype html><html lang="en" data-content_root="../"><head>
<title>Figure</title><meta charset="utf-8"><style>
:root {{ color-scheme: light dark }}
/* As the theme has them: */
[hidden], main p:empty {{ display: none !important }}
body {{ background: light-dark(white, #121212); font-family: sans-serif }}
body {{ color: light-dark(#222832, #ced6dd) }}
main {{ max-width: 46rem }}
</style></head><body><main><h1>Figure</h1>{}</main></body></html>"""
"""A page one folder deep."""
LIVE = ".attnbook-live"
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4"
    "DwABAQEAsTj2FAAAAABJRU5ErkJggg=="
)
STILL = Figure(b64decode(PIXEL), "A still.", width=1)

WAYS = {"narrow": (390, "dark"), "wide": (1280, "light")}

NOTEBOOK = """([module, state]) => {
    const heard = {};
    window.asked = [];
    window.model = {
        get: (name) => state[name],
        set: (name, value) => {
            state[name] = value;
            heard[`change:${name}`]?.forEach((act) => act());
        },
        on: (name, act) => (heard[name] ??= []).push(act),
        off: (name, act) =>
            (heard[name] = heard[name].filter((other) => other !== act)),
        save_changes: () => {},
        send: ({ wanted }) => asked.push(wanted),
    };
    window.hand = (message, text) => {
        const bytes = Uint8Array.from(` ${atob(text)}`, (x) => x.charCodeAt(0));
        const file = new DataView(bytes.buffer, 1);
        heard["msg:custom"].forEach((act) => act(message, [file]));
    };
    const type = {type: "text/javascript"};
    const address = URL.createObjectURL(new Blob([module], type));
    return import(address).then(({default: {render}}) => {
        window.end = render({model, el: document.body});
    });
}"""
"""A page without the site, whose `model` is that of a notebook: it takes what
it is given, keeps the names of the weights that are `asked` of Python, and can
`hand` them over, as part of a longer message.
"""

FAST = """Object.defineProperty(navigator, "connection",
  { value: { effectiveType: "4g", saveData: false } });
const fetched = window.fetch;
const held = new Promise((done) => { window.release = done; });
window.fetch = (...asked) => held.then(() => fetched(...asked));"""
"""Models may load unasked, and wait for a word."""


def give(page: Page, names: str, *files: str) -> None:
    """Functions of the front end for a page, "one, two, ...", from files that
    have them.
    """
    own = f"Object.assign(window, {{{names}}})"
    module = f"{frontend.module(*files)}\n{own}"
    page.add_script_tag(content=module, type="module")
    page.wait_for_function(f"!!window.{names.rpartition(', ')[2]}")


LOAD = """async ([names, make]) => {
  window.models = {};
  for (const name of names) {
    const file = await fetch(`../_weights/${name}.safetensors`);
    models[name] = window[make](readSafetensors(await file.arrayBuffer()));
  }
}"""


def functions_of(
    make: Callable[[], LiveFigure],
    names: str,
    *files: str,
    models: Sequence[str] = (),
    by: str = "",
) -> Callable:
    """A fixture of a module: a page that has functions of a figure (`give`),
    and the `models` that one of them makes of shipped weights, by name.
    """

    @pytest.fixture(scope="module")
    def page(browser: Browser) -> Iterator[Page]:
        reading = "live/shared/safetensors.js"
        with opened(browser, make()) as page:
            give(page, f"{names}, readSafetensors", reading, *files)
            page.evaluate(LOAD, [models, by])
            yield page

    return page


def answered(page: Page, run: str, given: object = None) -> Any:
    """What a function of the page answers. As text, since `evaluate` takes
    longer for thousands of numbers than the page for all its sums.
    """
    read = f"async (text) => JSON.stringify(await ({run})(JSON.parse(text)))"
    return json.loads(page.evaluate(read, json.dumps(given)))


def markup(figure: LiveFigure) -> str:
    """The page, with one still for all figures: to draw its own takes most of
    a second, and `tests/attncourse/live` looks at it.
    """
    return MARKUP.format(figure._html(STILL))


@contextmanager
def opened(
    browser: Browser,
    figure: LiveFigure,
    width: int = 1280,
    theme: str = "light",
    script: str = UNKNOWN,
) -> Iterator[Page]:
    """The figure in a window that sees nothing else; `script` runs before it.
    At its end nothing may have gone wrong.
    """
    problems: list[str] = []

    def answer(route: Route) -> None:
        folder, _, name = route.request.url.removeprefix(BOOK).partition("/")
        if folder == "_weights":
            route.fulfill(path=pretrained.FOLDER.joinpath(name))
        elif route.request.url == PAGE:
            route.fulfill(body=markup(figure), content_type="text/html")
        else:
            problems.append(route.request.url)
            route.abort()

    with browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=theme,
        reduced_motion="reduce",
    ) as context:
        context.set_default_timeout(60_000)
        context.route("**/*", answer)
        context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console", lambda m: m.type == "error" and problems.append(m.text)
        )
        page.goto(PAGE)
        page.wait_for_selector(f"{LIVE} :is(button, input)")
        page.evaluate("new Promise(requestAnimationFrame)")
        yield page
    missing = "Failed to load resource"  # a test has it so
    problems = [text for text in problems if missing not in text]
    assert problems == [], problems


def in_window(make: Callable[[], LiveFigure], *ways: str) -> Callable:
    """A fixture of a module: the figure in a "narrow" window, in a "wide" one,
    or in one after the other where they show other things.
    """

    @pytest.fixture(scope="module", params=ways)
    def page(
        request: pytest.FixtureRequest, browser: Browser
    ) -> Iterator[Page]:
        with opened(browser, make(), *WAYS[request.param]) as page:
            yield page

    return page


def stranded(
    browser: Browser, folder: Path, where: str, figure: LiveFigure
) -> Page:
    """A page on which no model can run, from a "file" or from "elsewhere"; it
    has said why.
    """
    page, content = browser.new_page(reduced_motion="reduce"), markup(figure)
    if where == "file":
        path = folder / "page.html"
        path.write_text(content, encoding="utf-8")
        page.goto(path.as_uri())
        why = "opened from a file"
    else:
        page.set_content(content.replace(' data-content_root="../"', ""))
        why = "in a running notebook"
    page.get_by_text(why).wait_for()
    return page


def notebook(browser: Browser, figure: LiveFigure) -> Page:
    """A page without the site, in which Python stands behind the figure."""
    page = browser.new_page(reduced_motion="reduce")
    state = {name: getattr(figure, name) for name in figure.traits(live=True)}
    page.evaluate(NOTEBOOK, [str(figure._esm), state])
    return page


def handed(page: Page, figure: ModelFigure) -> list[str]:
    """Python hands over the weights that the page has asked for; their
    names.
    """
    names = page.evaluate("asked.splice(0)")
    with patch.object(figure, "send") as send:
        for name in names:
            figure._handle_custom_msg({"wanted": name}, [])
    for call in send.call_args_list:
        message, (content,) = call.args
        text = b64encode(content).decode()
        page.evaluate("(given) => hand(...given)", [message, text])
    return names


@contextmanager
def moving(page: Page) -> Iterator[Page]:
    """The page of a reader who has not asked for less motion; its timers wait
    for `page.clock.run_for`, so that no test depends on the time it takes.
    """
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install(time=0)
    page.clock.pause_at(1)
    yield page
    page.clock.resume()
    page.emulate_media(reduced_motion="reduce")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def slide(page: Page, slider: int, value: float) -> None:
    """Move a slider as a reader does: the page hears an input."""
    change = "(e, v) => { e.value = v; e.dispatchEvent(new Event('input')) }"
    sliders = page.locator(f"{LIVE} input[type=range]")
    sliders.nth(slider).evaluate(change, value)


def said(page: Page) -> str:
    """What the figure says in words."""
    return page.get_by_role("status").first.text_content() or ""


def numbers(page: Page, place: str) -> list[float]:
    """What is written at these places."""
    found = page.locator(f"{LIVE} {place}").all_text_contents()
    return [float(text.replace("−", "-")) for text in found]
