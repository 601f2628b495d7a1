"""A page that holds one live figure, and the shipped weights beside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from attnbook import findings, pretrained
from attnbook.show.live.base import LiveFigure, ModelFigure
from tests.site.conftest import UNKNOWN

BOX = ".attnbook-translator"
SAY = f"{BOX} [role=status] >> nth=0"
SEEN = f"{BOX} [role=status] >> nth=1"
TEXTS = f"{BOX} .translation"
BUTTON = f"{BOX} form button"
PIECES = f"{BOX} section >> nth=1 >> .written li"
LIT = f"{BOX} section >> nth=1 >> .written li[data-lit]"
FINISHED = "/Computed in your browser/.test(document.body.innerText)"
NAMES = ("translate-en-fr-seq2seq", "translate-en-fr-bahdanau")
OWN = "a black dog with a white cat is sleeping on a red sofa ."

BOOK = "http://book.test/"
PAGE = f"{BOOK}deep/page.html"
LOOK = """<style>
:root { color-scheme: light dark }
/* As the theme has them: */
[hidden], main p:empty { display: none !important }
body { background: light-dark(white, #121212); margin: 1rem }
body { color: light-dark(#222832, #ced6dd) }
</style>"""

KERNEL = """([module, state]) => {
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
        save_changes: () => state.request.number && asked.push(state.request),
    };
    const type = {type: "text/javascript"};
    const address = URL.createObjectURL(new Blob([module], type));
    return import(address).then(({default: {render}}) => {
        render({model, el: document.body});
    });
}"""
"""A page without the site, whose `model` is that of a notebook; it keeps what
the kernel is asked.
"""


def markup(figure: LiveFigure | None = None) -> str:
    """A page one folder deep that holds a figure, by default that of the
    translators.
    """
    figure = figure or findings.translate.live().display
    body = figure._repr_mimebundle_()[0]["text/html"]
    head = f'<title>x</title><meta charset="utf-8">{LOOK}'
    return (
        f'<!doctype html><html lang="en" data-content_root="../"><head>{head}'
        f"</head><body><main><h1>x</h1>{body}</main></body></html>"
    )


@contextmanager
def opened(
    browser: Browser,
    width: int,
    theme: str,
    figure: LiveFigure | None = None,
    *,
    script: str = UNKNOWN,
) -> Iterator[Page]:
    """The page, in a window that sees nothing else; `script` runs before it."""

    def answer(route: Route) -> None:
        folder, _, name = route.request.url.removeprefix(BOOK).partition("/")
        if folder == "_weights":
            route.fulfill(path=pretrained.FOLDER.joinpath(name))
        elif route.request.url == PAGE:
            route.fulfill(body=markup(figure), content_type="text/html")
        else:
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
        page.goto(PAGE)
        page.wait_for_selector("[data-live-figure] button")
        yield page


def stranded(
    browser: Browser, folder: Path, where: str, figure: LiveFigure | None = None
) -> Page:
    """A page on which no model can run, from a "file" or from "elsewhere"; it
    has said why.
    """
    page, content = browser.new_page(), markup(figure)
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


def notebook(browser: Browser, figure: ModelFigure) -> Page:
    """A page without the site, in which Python stands behind the figure."""
    page = browser.new_page()
    names = (*figure.traits(live=True), "kernel", "request", "reply")
    state = {name: getattr(figure, name) for name in names}
    page.evaluate(KERNEL, [str(figure._esm), state])
    return page


def texts(page: Page) -> list[str]:
    """Both translations, as they are shown."""
    return [text.strip() for text in page.locator(TEXTS).all_text_contents()]


def answers(sentence: str) -> list[dict]:
    """The library's, of both models."""
    return [pretrained.load(name).trace(sentence) for name in NAMES]


def recorded() -> list[dict]:
    """What stands in the page before the models do."""
    return findings.translate.live().display.examples


def ask(page: Page, sentence: str) -> str:
    """Type a sentence, press Enter, wait for the last word on it."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    page.fill("textarea", sentence)
    page.press("textarea", "Enter")
    page.wait_for_function(
        "/Computed|Type|read at most|work/.test(document.querySelector("
        "'.attnbook-translator [role=status]').textContent)"
    )
    return page.locator(SAY).text_content()
