"""Every model that a page runs refuses a file of another kind, and names what
it cannot run.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from attnbook import pretrained
from tests.attncourse.live.site.alive import BOOK, give

MODELS = {
    ("live/shared/seq2seq.js", "seq2seq", "translate-en-fr-bahdanau"): [
        ('"gru\\"', '"gri\\"', "gri additive true bahdanau"),
        ("additive", "addition", "gru addition true bahdanau"),
    ],
    (
        "chapter3/live/captioner_model.js",
        "captioner",
        "caption-scenes-attention",
    ): [
        ('"captioner"', '"captainer"', "captainer additive"),
        ("additive", "addition", "captioner addition"),
    ],
    ("chapter6/live/ordered.js", "ordered", "order-back-shaw"): [
        ("ordered", "seq2seq", "seq2seq shaw"),
        ("shaw", "grid", "ordered grid"),
        ("true", "null", "ordered shaw"),
    ],
    (
        "live/shared/transformer.js",
        "transformer",
        "translate-en-fr-transformer",
    ): [
        ('\\"pre\\"', '\\"per\\"', "transformer per"),
        ("transformer", "transformed", "transformed pre"),
        ('tied\\": true', 'tied\\": null', "transformer pre layer true true"),
    ],
    ("live/shared/language_model.js", "language", "lm-captions"): [
        ('"language"', '"languagf"', "languagf, causal: true"),
        ('causal\\": true', 'causal\\": null', "language, causal: null"),
    ],
    ("chapter9/live/vit.js", "vit", "vit-digits"): [
        ('"vit"', '"vjt"', "vjt, patches"),
        ("patches\\", "stemsss\\", "vit, stemsss"),
    ],
}
"""Of each model its script, the function that makes it, a file that it runs,
and what that file becomes with a few bytes changed.
"""
CASES = [
    (*model, *change) for model, changes in MODELS.items() for change in changes
]
REFUSED = """async ([read, name, from, to]) => {
    const file = await fetch(`_weights/${name}.safetensors`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const content = () => readSafetensors(bytes.slice().buffer);
    window[read](content());
    const at = new TextDecoder("latin1").decode(bytes).indexOf(from);
    bytes.set(new TextEncoder().encode(to), at);
    try { window[read](content()); return ""; }
    catch (error) { return error.message; }
}"""
"""Reads a file as it is, then with a few bytes changed."""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page beside which the shipped weights lie."""

    def answer(route: Route) -> None:
        folder, _, name = route.request.url.removeprefix(BOOK).partition("/")
        if folder == "_weights":
            route.fulfill(path=pretrained.FOLDER.joinpath(name))
        else:
            route.fulfill(body="<!doctype html>", content_type="text/html")

    page = browser.new_page()
    page.route("**/*", answer)
    page.goto(BOOK)
    yield page
    page.close()


@pytest.mark.parametrize(
    ("script", "read", "name", "before", "after", "kind"), CASES
)
def test_a_file_of_another_kind_is_refused(
    page: Page,
    script: str,
    read: str,
    name: str,
    before: str,
    after: str,
    kind: str,
) -> None:
    give(page, f"readSafetensors, {read}", "live/shared/safetensors.js", script)
    found = page.evaluate(REFUSED, [read, name, before, after])
    assert f"cannot run a model like this: {kind}" in found
