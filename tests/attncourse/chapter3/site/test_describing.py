"""The figure of two captioners: what it marks, and what it begins with."""

from itertools import product

from playwright.sync_api import Browser

from attncourse.chapter3 import scenes, slots
from tests.attncourse.chapter3 import captions
from tests.attncourse.chapter3.captions import BOX, SAY
from tests.attncourse.live.site.alive import opened


def test_wrong_words_are_marked_and_counted(browser: Browser) -> None:
    """As the metric of the chapter counts them; an own scene waits for the
    models.
    """
    with opened(browser, captions.figure()) as page:
        wrong = 0
        for k, example in enumerate(captions.figure().examples):
            page.select_option(f"{BOX} select", str(k))
            scene = captions.scene(example)
            for side, label in ((0, "One vector"), (1, "With attention")):
                hits = slots.right(
                    scenes.mentions(example["answers"][side]["text"]),
                    scenes.mentions(scene.caption),
                )
                section = page.locator(f".told[aria-label='{label}']")
                score = section.locator(".score").text_content()
                assert score.startswith(f"{sum(hits)} of {len(hits)} colours")
                odd = section.locator("mark, [data-odd]").count()
                right = example["answers"][side]["text"] == scene.caption
                assert odd == 0 or not right
                wrong += odd
        assert wrong > 0
        captions.change(page)
        assert "Load the models to" in page.locator(SAY).text_content()


def test_what_a_reader_places_first_is_in_training_and_is_named(
    browser: Browser,
) -> None:
    """In the chapter's figure, at every free place of the scene it opens with,
    and right at every place of an empty picture.
    """
    figure = captions.figure()
    with opened(browser, figure) as page:
        chosen = page.locator(f"{BOX} .icon[aria-checked=true]")
        pair = tuple(chosen.evaluate_all("l => l.map(e => e.ariaLabel)"))
    assert pair not in scenes.HELD
    there = captions.scene(figure.examples[0]).things
    spots = list(product(range(9, 56, 3), repeat=2))
    tools = [scenes.Thing(*pair, x, y, 17) for x, y in spots]
    looking = captions.models()[captions.NAMES[1]]
    alone = [scenes.Scene((tool,)) for tool in tools]
    said = looking.caption(list(scenes.paint(alone)))
    assert set(said) == {f"a {' '.join(pair)}"}
    joined = [
        scenes.Scene((*there, tool))
        for tool in tools
        if all(apart(tool, thing) for thing in there)
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
