"""The figure of two captioners: what it marks, and what it begins with."""

from playwright.sync_api import Browser

from attncourse.chapter3 import scenes, slots
from tests.attncourse.chapter3 import captions
from tests.attncourse.chapter3.captions import BOX, SAY
from tests.attncourse.live.site.alive import opened


def test_wrong_words_are_marked_and_counted(browser: Browser) -> None:
    """As the metric of the chapter counts them; an own scene waits for the
    models, and what a reader places first is one of the training.
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
        chosen = page.locator(f"{BOX} .icon[aria-checked=true]")
        pair = tuple(chosen.evaluate_all("l => l.map(e => e.ariaLabel)"))
        assert pair not in scenes.HELD
        captions.change(page)
        assert "Load the models to" in page.locator(SAY).text_content()
