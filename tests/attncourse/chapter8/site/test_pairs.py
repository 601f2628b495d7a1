"""Few pairs in a page without a kernel: it shows what was recorded."""

import pytest
from playwright.sync_api import Page

from attncourse.chapter8.live.pairs import LivePairs
from tests.attncourse.chapter8.live.test_pairs import SENTENCES, WAYS
from tests.attncourse.live.site.alive import LIVE, in_window, said, slide

PLACES = """e => e.map(s => [
  Number(s.getAttribute("cx") ?? 4.5 + Number(s.getAttribute("x"))),
  Number(s.getAttribute("cy") ?? 4.5 + Number(s.getAttribute("y")))])"""
"""The middles of marks, a disc or a square."""

opened = in_window(lambda: LivePairs(SENTENCES, WAYS), "narrow")


@pytest.fixture
def page(opened: Page) -> Page:
    """The figure as it begins."""
    opened.get_by_label("Sentence").select_option("0")
    slide(opened, 0, 3)
    return opened


def panels(page: Page) -> list[tuple[str, str, list[str]]]:
    """Of each way its score, its text, and the odd words in it."""
    found = page.locator(f"{LIVE} .panel").all()
    text = ".translation > p:not(.ghost)"
    return [
        (
            one.locator(".heading > span").last.inner_text(),
            one.locator(text).inner_text(),
            one.locator(f"{text} mark").all_inner_texts(),
        )
        for one in found
    ]


def places(page: Page, way: int) -> list[list[float]]:
    marks = page.locator(f"{LIVE} .plot :is(rect, circle).way-{way}")
    return marks.evaluate_all(PLACES)


def test_it_begins_with_all_pairs_which_one_way_did_not_run(page: Page) -> None:
    scratch, pretrained = panels(page)
    assert scratch == ("BLEU 56.0", "un chien court .", [])
    assert pretrained == ("no such model", "no such model", [])
    assert said(page).endswith("(wavy line): from scratch 0.")
    assert page.locator(f"{LIVE} .plot .now").count() == 1


def test_the_slider_and_the_sentence_choose_the_texts(page: Page) -> None:
    slide(page, 0, 1)
    scratch, pretrained = panels(page)
    assert scratch == ("BLEU 11.0", "un chien court .", ["un chien"])
    assert pretrained[2] == ["un"]
    assert said(page).startswith("1,000 pairs.")
    assert said(page).endswith("from scratch 2, pretrained 1.")
    page.get_by_label("Sentence").select_option("1")
    scratch, pretrained = panels(page)
    assert scratch[2] == ["deux hommes"] and pretrained[2] == []
    told = page.locator(f"{LIVE} p:not(.ghost):has(b)").all_inner_texts()
    assert told == [
        "English: Two <men> eat.",
        "Reference: deux hommes mangent .",
    ]


def test_an_odd_word_has_a_sign_that_is_no_colour(page: Page) -> None:
    slide(page, 0, 0)
    style = "e => getComputedStyle(e).textDecorationStyle"
    assert page.locator(f"{LIVE} mark").first.evaluate(style) == "wavy"


def test_marks_stand_at_their_pairs_and_their_bleu(page: Page) -> None:
    scratch, pretrained = (places(page, way) for way in (0, 1))
    assert [len(scratch), len(pretrained)] == [4, 3]
    (a, b, c, _), (d, e, f) = ([x for x, _ in s] for s in (scratch, pretrained))
    assert b - a == pytest.approx(c - b), "a tenfold is one step"
    assert [d, e, f] == pytest.approx([a, b, c])
    joined = page.locator(f"{LIVE} .plot path.curve").evaluate_all(
        "e => e.map(p => p.getAttribute('d').split('L').length)"
    )
    assert joined == [3, 3], "the point that one way alone has is not joined"
    heights = [y for _, y in scratch + pretrained]
    bleu = [2, 11, 38, 56, 9, 26, 42]
    unit = (heights[0] - heights[3]) / (56 - 2)
    assert [heights[0] - y for y in heights] == pytest.approx(
        [unit * (score - 2) for score in bleu]
    )
