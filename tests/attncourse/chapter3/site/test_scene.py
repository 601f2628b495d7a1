"""Scenes and captioners in plain JavaScript are the library's own."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest
import torch
from playwright.sync_api import Browser, Page

from attnbook import pretrained
from attnbook.data.tokenizer import START
from attncourse.chapter3 import scenes
from tests.attncourse.chapter3 import captions
from tests.attncourse.live.site.alive import answered, give, opened

SPLIT = "val"
"""No figure shows its scenes."""
FIRST, LAST = 300, 500
FILES = (
    "live/shared/safetensors",
    "chapter3/live/captioner_model",
    "chapter3/live/scene",
)
OWN = "paint, seen, box, truth, sentence, clear, covered, unseen, captioner"


@pytest.fixture(scope="module")
def found() -> tuple[scenes.Scene, ...]:
    return scenes.split(SPLIT, LAST)[FIRST:]


@pytest.fixture(scope="module")
def library(
    browser: Browser, found: tuple[scenes.Scene, ...]
) -> Iterator[Page]:
    """A page with the front end's functions, and the scenes in `found`."""
    with opened(browser, captions.figure()) as page:
        prepare(page, found)
        yield page


def prepare(page: Page, found: tuple[scenes.Scene, ...]) -> None:
    """Load what the front end knows of scenes into the page."""
    files = (f"{name}.js" for name in FILES)
    give(page, f"readSafetensors, {OWN}, greedy", *files)
    used = {t.digit for scene in found for t in scene.things if t.digit >= 0}
    images = {str(i): scenes.handwriting(i).flatten().tolist() for i in used}
    things = [[t._asdict() for t in scene.things] for scene in found]
    page.evaluate(
        "([found, digits]) => Object.assign(window, {found, digits})",
        [things, images],
    )


def test_it_paints_what_the_library_paints(
    library: Page, found: tuple[scenes.Scene, ...]
) -> None:
    run = """found.map((things) =>
        String.fromCharCode(...paint(things, digits))).join("")"""
    text = library.evaluate(run).encode("latin1")
    painted = np.frombuffer(text, np.uint8).reshape(-1, 3, 64, 64)
    wanted = scenes.paint(found).numpy()
    assert len(found) == 200
    assert (painted == wanted).all()


def test_its_boxes_and_captions_are_the_librarys(
    library: Page, found: tuple[scenes.Scene, ...]
) -> None:
    run = """found.map((things) => [
        sentence(things),
        truth(things).map(({thing}) => box(thing, digits)),
        covered(things, digits),
    ])"""
    for scene, (said, boxes, hidden) in zip(
        found, library.evaluate(run), strict=True
    ):
        assert said == scene.caption
        assert boxes == [list(scenes.box(thing)) for thing in scene.read]
        # but for the traces of ink that fall beside the canvas
        assert hidden == pytest.approx(scenes.covered(scene.things), abs=2e-3)


def test_it_knows_whether_a_scene_is_clear(library: Page) -> None:
    """As the library does, of scenes that a reader might make."""
    draw = np.random.default_rng(5).integers
    made = [
        tuple(
            scenes.Thing("red", "circle", *draw(9, 56, 2).tolist(), 17)
            for _ in range(draw(1, 5))
        )
        for _ in range(300)
    ]
    given = [[thing._asdict() for thing in things] for things in made]
    run = "all => all.map((things) => clear(things, digits))"
    wanted = [scenes.clear(things) for things in made]
    assert library.evaluate(run, given) == wanted
    assert 50 < sum(wanted) < 250


def test_it_knows_what_no_training_scene_shows(library: Page) -> None:
    every = list(product(scenes.COLOURS, scenes.KINDS))
    run = "all => unseen(all.map(([colour, kind]) => ({colour, kind})))"
    wanted = {f"{colour} {kind}" for colour, kind in scenes.HELD}
    assert set(library.evaluate(run, every)) == wanted


LOAD = """async name => {
    const file = await fetch(`../_weights/${name}.safetensors`);
    window.model = captioner(readSafetensors(await file.arrayBuffer()));
    window.written = found.slice(0, 20).map((things) => {
        const image = seen(paint(things, digits));
        return [...greedy(model, image, 60)].filter((step) => step);
    });
}"""


@pytest.mark.parametrize("name", captions.NAMES)
def test_its_tokens_logits_and_weights_are_the_librarys(
    library: Page, found: tuple[scenes.Scene, ...], name: str
) -> None:
    """Tokens of 20 scenes that no figure shows; numbers at every step of
    five.
    """
    library.evaluate(LOAD, name)
    run = "written.map((steps) => steps.map(({token}) => token))"
    tokens = library.evaluate(run)
    captioner = pretrained.load(name)
    pictures = list(scenes.paint(found[:20]))
    expected = captioner.caption(pictures)
    assert [captioner.tokenizer.decode(one) for one in tokens] == expected
    numbers = """() => written.slice(0, 5).map((steps) => steps.map(
        ({logits, weights}) => [[...logits], weights ? [...weights] : [1]]))"""
    for k, steps in enumerate(answered(library, numbers)):
        logits, weights = map(torch.tensor, zip(*steps, strict=True))
        fed = torch.tensor([[START, *tokens[k][:-1]]])
        with torch.no_grad():
            seen = captioner.prepare(pictures[k])[None]
            wanted, read = captioner.model.unroll(seen, fed)
        assert (logits - wanted[0]).abs().max() < 1e-3
        assert (weights - read[0]).abs().max() < 1e-3
