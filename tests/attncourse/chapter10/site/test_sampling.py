"""Strips of next tokens, cut and hit as the library cuts and samples."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from attnbook import decode
from attncourse.chapter10.live.sampling import LiveSampling
from tests.attncourse.chapter10.completions import library
from tests.attncourse.live.site.alive import LIVE, opened, press, slide

TEXTS = ("two dogs are", "a man in a", "the")


def figure() -> LiveSampling:
    return LiveSampling(library(), TEXTS)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with opened(browser, figure()) as page:
        yield page


def kept(page: Page) -> list[tuple[int, int]]:
    """Of each strip: how many tokens are left, and their percent."""
    found = []
    for text in page.locator(f"{LIVE} .one .note").all_text_contents():
        words = text.replace(",", "").split()
        found.append((int(words[0]), int(words[-4].rstrip("%"))))
    return found


def wanted(
    temperature: float, top_k: int | None = None, top_p: float = 1.0
) -> list[tuple[int, int]]:
    found = []
    for text in TEXTS:
        scores = library().following(text).double().log()[None] / temperature
        cut = decode.truncated(scores, top_k, top_p)[0].isfinite()
        share = scores[0].softmax(-1)[cut].sum()
        found.append((int(cut.sum()), round(100 * float(share))))
    return found


def near(found: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    """Alike, but for the two digits that the page has of each logarithm."""
    return all(
        abs(a - c) <= max(2, 0.03 * c) and abs(b - d) <= 1
        for (a, b), (c, d) in zip(found, other, strict=True)
    )


def test_it_cuts_as_the_library(page: Page) -> None:
    assert near(kept(page), wanted(1.0, top_p=0.9))
    slide(page, 1, 0.5)
    slide(page, 0, 1.5)
    assert near(kept(page), wanted(1.5, top_p=0.5))
    page.get_by_role("radio", name="top-k").click()
    assert [count for count, _ in kept(page)] == [10] * 3
    slide(page, 0, 1)
    slide(page, 2, 0)
    assert near(kept(page), wanted(1.0, top_k=1))
    slide(page, 0, 0)
    assert kept(page) == [(1, 100)] * 3
    slide(page, 0, 1)


def test_the_edge_is_dragged(page: Page) -> None:
    """To a share of the strip, or a number of tokens."""
    page.get_by_role("radio", name="top-p").click()
    box = page.locator(f"{LIVE} .strip").first.bounding_box()
    assert box
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + 10, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.702 * box["width"], y)
    page.mouse.up()
    assert near(kept(page), wanted(1.0, top_p=0.7))
    page.get_by_role("radio", name="top-k").click()
    page.mouse.click(box["x"] + 0.702 * box["width"], y)
    assert kept(page)[0] == wanted(1.0, top_p=0.7)[0]


def test_darts_hit_what_is_left(page: Page) -> None:
    """Those of 0 the likeliest token, those near 1 the last that is left."""
    page.get_by_role("radio", name="top-k").click()
    slide(page, 2, 17)
    (count, _), *_ = kept(page)
    assert count == 4
    p = library().following(TEXTS[0])
    pieces = [
        library().tokenizer.pieces([0, int(k)])[-1] for k in p.topk(4).indices
    ]
    for number, piece in ((0.0, pieces[0]), (0.999, pieces[-1])):
        page.evaluate(f"Math.random = () => {number}")
        press(page, "Throw 10 darts")
        hits = page.locator(f"{LIVE} .hits").first
        assert hits.inner_text() == f"Hit: {piece} ×10."
    assert page.locator(f"{LIVE} .one >> nth=0 >> .dart").count() == 10
