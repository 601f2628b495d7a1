"""The widget of two captioners: what the page gets."""

from attnbook.pretrained import captioner
from attncourse.chapter3 import scenes
from attncourse.chapter3.live.captioner import HANDS, LiveCaptioner
from attncourse.chapter3.scenes import Scene, Thing
from tests.attncourse.live.captions import answers
from tests.attncourse.live.toys import number

MODELS = [("plain", "One <vector>", 3_000), ("looking", "Attention", 5_000)]
SCENE = Scene(
    (Thing("red", "seven", 20, 13, 17, 999), Thing("blue", "cross", 40, 15, 17))
)
RECORDED = {
    "things": [list(t) for t in SCENE.things],
    "answers": answers(SCENE),
}


def test_the_page_gets_some_digits_and_all_that_it_shows():
    images = LiveCaptioner(MODELS, [RECORDED]).images
    test = scenes.digits("test")
    for name, own in zip(scenes.DIGITS, test, strict=True):
        some = {image["digit"] for image in images if image["kind"] == name}
        assert some == {*own[:HANDS], *([999] if name == "seven" else [])}
    for image in images:
        pixels = scenes.handwriting(image["digit"])
        assert image["pixels"] == pixels.flatten().tolist()
        assert 8 < max(image["pixels"]) <= 16


def test_its_picture_says_both_captions_and_where_attention_looks():
    alt = LiveCaptioner(MODELS, [RECORDED]).still().alt
    assert alt.startswith(
        "Two captioners describe: a red seven left of a blue cross. One "
        "<vector>: a red one. Attention: a red seven left of a blue cross. "
    )
    seven, cross = (
        f"{word}: largest weight 1.00 in row 1 of 8, column {j} of 8, "
        for word, j in (("seven", 3), ("cross", 8))
    )
    assert f"{seven}inside the frame. {cross}outside the frame." in alt


def test_its_longest_caption_is_the_librarys():
    written = number("chapter3/live/captioner.js", "WRITTEN")
    assert written == captioner.LIMIT
