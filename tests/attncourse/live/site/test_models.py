"""Every model that a page runs refuses a file of another kind, and names what
it cannot run. A chapter's are in `tests/attncourse/chapterN/models.py`.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route

from attnbook import pretrained
from tests.attncourse.live.site.alive import BOOK, give
from tests.environment import rooms

CASES = {
    f"{name} without {change[0]}": (script, name, change, kind)
    for room in rooms("models").values()
    for script, name, changes in room.MODELS
    for change, kind in changes.items()
}
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


@pytest.mark.parametrize("case", CASES)
def test_a_file_of_another_kind_is_refused(page: Page, case: str) -> None:
    (script, read), name, (before, after), kind = CASES[case]
    give(page, f"readSafetensors, {read}", "live/shared/safetensors.js", script)
    found = page.evaluate(REFUSED, [read, name, before, after])
    assert f"cannot run a model like this: {kind}" in found
