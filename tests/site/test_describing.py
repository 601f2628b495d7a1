"""The figure of two captioners: how it looks, and where its answers come
from.
"""

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from attnbook import findings
from attnbook.data import scenes
from attnbook.metrics import slots
from attnbook.show import images
from attnbook.show.live import frontend
from tests.site import alive, captions, scratch
from tests.site.axe import violations
from tests.site.captions import BOX, BUTTON, SAY, SEEN, TILES, place, recorded

pytestmark = captions.shipped


@pytest.mark.parametrize("way", [(390, "dark"), (1280, "light")], ids=str)
def test_it_keeps_its_height_and_axe_finds_nothing(
    browser: Browser, way: tuple[int, str]
) -> None:
    with scratch.opened(browser, *way, captions.figure()) as page:
        height = "e => e.getBoundingClientRect().height"
        heights = {page.locator(BOX).evaluate(height)}

        def look() -> None:
            heights.add(page.locator(BOX).evaluate(height))

        for change in ("Remove", "Empty", "Add"):
            page.locator(TILES).first.focus()
            if change == "Remove":
                look()
            page.click(f"text={change}")
            look()
            page.select_option(f"{BOX} select", "0")
        captions.load(page)
        look()
        captions.empty(page)
        look()
        for kind in ("seven", "triangle", "triangle", "seven", "zero", "five"):
            page.click(f".icon[aria-label={kind}]")
            page.click("text=Add")
            page.wait_for_function(captions.COMPUTED)
            look()
        assert violations(page) == []
        for _ in range(3):
            page.click("[aria-label='Next word']")
            look()
        assert len(heights) == 1, heights
        assert page.evaluate(alive.WIDE) <= 0
        kinds = f"{BOX} :is(button, select)"
        assert page.evaluate(alive.SMALL, kinds) == []
        sizes = """e => e.map(t => t.getBoundingClientRect().height)"""
        letters = page.locator(f"{BOX} svg text").evaluate_all(sizes)
        assert min(letters) >= 11


def test_wrong_words_are_marked_and_counted(browser: Browser) -> None:
    """As the metric of the chapter counts them."""
    with scratch.opened(browser, 1280, "light", captions.figure()) as page:
        wrong = 0
        for k, example in enumerate(recorded()):
            page.select_option(f"{BOX} select", str(k))
            scene = scenes.split("test", 3)[k]
            for side, label in ((0, "One vector"), (1, "With attention")):
                hits = slots.right(
                    scenes.mentions(example["answers"][side]["text"]),
                    scenes.mentions(scene.caption),
                )
                section = page.locator(f"section[aria-label='{label}']")
                score = section.locator(".score").text_content()
                assert score.startswith(f"{sum(hits)} of {len(hits)} colours")
                odd = section.locator("mark, [data-odd]").count()
                right = example["answers"][side]["text"] == scene.caption
                assert odd == 0 or not right
                wrong += odd
        assert wrong > 0


def test_nothing_is_fetched_before_the_reader_asks(browser: Browser) -> None:
    asked = []
    with scratch.opened(browser, 1280, "light", captions.figure()) as page:
        page.on("request", lambda request: asked.append(request.url))
        for k, example in enumerate(recorded()):
            page.select_option(f"{BOX} select", str(k))
            said = [answer["text"] for answer in example["answers"]]
            assert captions.captions(page) == said
            assert page.locator(SAY).text_content().startswith("Recorded")
        place(page, "red", "cross", 55, 55)
        wait = "Load the models to see this scene described."
        assert page.locator(SAY).text_content() == wait
        assert asked == []
        page.route("**/*.safetensors", lambda r: r.fulfill(status=404))
        page.click(BUTTON)
        page.wait_for_selector("text=answer 404")
        page.unroute("**/*.safetensors")
        page.click(BUTTON)
        page.wait_for_function(captions.COMPUTED)


@pytest.mark.parametrize("where", ["file", "elsewhere"])
def test_where_nothing_can_run_it_says_why(
    browser: Browser, tmp_path: Path, where: str
) -> None:
    """Recorded scenes stay, and cannot be changed."""
    page = scratch.stranded(browser, tmp_path, where, captions.figure())
    assert not page.locator(BUTTON).is_visible()
    assert not page.locator(f"{BOX} .palette").is_visible()
    captions.tap(page, 60, 4)
    assert page.locator(TILES).count() == len(recorded()[0]["things"])
    page.select_option(f"{BOX} select", "1")
    said = [answer["text"] for answer in recorded()[1]["answers"]]
    assert captions.captions(page) == said
    page.click("[aria-label='Next word']")
    assert page.locator(SEEN).text_content().startswith("Word 4")
    page.close()


def test_in_a_notebook_the_kernel_answers(browser: Browser) -> None:
    """What the page asks reaches Python, and Python's answer the page."""
    figure = captions.figure(kernel=True)
    page = scratch.notebook(browser, figure)
    assert page.locator(BUTTON).text_content() == "A random scene"
    assert page.evaluate("asked") == []
    page.locator(TILES).first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    (asked,) = page.evaluate("asked")
    figure.set_state({"request": asked})
    page.evaluate("reply => model.set('reply', reply)", figure.reply)
    page.wait_for_function("asked.length === 2")
    figure.set_state({"request": page.evaluate("asked[1]")})
    page.evaluate("reply => model.set('reply', reply)", figure.reply)
    page.wait_for_function("/by the notebook/.test(document.body.innerText)")
    last = [answer["text"] for answer in figure.reply["answers"]]
    assert captions.captions(page) == last
    page.keyboard.press("ArrowDown")
    failed = {"number": 3, "error": "no memory"}
    page.evaluate("reply => model.set('reply', reply)", failed)
    page.wait_for_function("/work: no memory/.test(document.body.innerText)")
    page.close()


def test_what_a_reader_places_first_is_in_training_and_is_named(
    browser: Browser,
) -> None:
    """In the chapter's figure, at every free place of the scene it opens with,
    and right at every place of an empty picture.
    """
    figure = findings.caption.live().display
    with scratch.opened(browser, 1280, "light", figure) as page:
        chosen = page.locator(f"{BOX} .icon[aria-checked=true]")
        pair = tuple(chosen.evaluate_all("l => l.map(e => e.ariaLabel)"))
    assert pair not in scenes.HELD
    opened = [scenes.Thing(**t) for t in figure.examples[0]["things"]]
    spots = list(product(range(9, 56, 3), repeat=2))
    tools = [scenes.Thing(*pair, x, y, 17) for x, y in spots]
    looking = captions.models()[captions.NAMES[1]]
    alone = [scenes.Scene((tool,)) for tool in tools]
    said = looking.caption(list(scenes.paint(alone)))
    assert set(said) == {f"a {' '.join(pair)}"}
    joined = [
        scenes.Scene((*opened, tool))
        for tool in tools
        if all(apart(tool, thing) for thing in opened)
    ]
    said = looking.caption(list(scenes.paint(joined)))
    assert len(said) > 20
    assert all(pair in scenes.mentions(text) for text in said)
    right = [a == b.caption for a, b in zip(said, joined, strict=True)]
    assert sum(right) > 0.75 * len(right)


def apart(one: scenes.Thing, other: scenes.Thing) -> bool:
    """Whether two pixels or more lie between the boxes of two things."""
    a, b = scenes.box(one), scenes.box(other)
    return any(
        p[k + 2] + 2 <= q[k] for p, q in ((a, b), (b, a)) for k in (0, 1)
    )


def test_it_is_as_dark_as_the_pictures_of_the_book() -> None:
    text = frontend.read("shared/reading_map.js")
    assert float(re.search(r"const DARK = ([\d.]+)", text)[1]) == images.DARK
