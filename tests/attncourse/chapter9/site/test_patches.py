"""Vision Transformers in plain JavaScript are the library's, and a reader draws
a digit, moves it, cuts it, shuffles it.
"""

import math
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from playwright.sync_api import Browser, Page

from attnbook import patches, pretrained
from attnbook.data import labelled
from attncourse.chapter9.live.patches import (
    READERS,
    LivePatches,
    look,
    order,
    record,
)
from tests.attncourse.chapter9.live.test_patches import NAMES, built
from tests.attncourse.live.site.alive import (
    LIVE,
    answered,
    give,
    notebook,
    opened,
    press,
    stranded,
)

SAY = f"{LIVE} .start [role=status]"
SEEN = f"{LIVE} .looks [role=status]"
TOKENS = f"{LIVE} .tokens button"
INK = f"{LIVE} .sheet .ink"


@pytest.fixture(scope="module", autouse=True)
def weights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Small models of random weights, where the page finds them."""
    folder = tmp_path_factory.mktemp("weights")
    for name, reader in zip(NAMES, READERS, strict=True):
        model = built(*reader).model
        pretrained.write(folder / f"{name}.safetensors", model)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pretrained, "FOLDER", folder)
        yield folder


def library() -> list[pretrained.Classifier]:
    return [pretrained.load(name) for name in NAMES]


def digits() -> tuple[torch.Tensor, list[int]]:
    found = labelled.digits("test")
    return found.images[:, 0] / 255, found.labels.tolist()


def figure(kernel: bool = False, **traits: object) -> LivePatches:
    models = [
        (name, name, (pretrained.FOLDER / f"{name}.safetensors").stat().st_size)
        for name in NAMES
    ]
    images, labels = digits()
    examples = [record(library(), images[k], labels[k]) for k in (0, 1, 2)]

    def classify(name: str, asked: dict) -> dict:
        return look(pretrained.load(name), **asked)

    answer = classify if kernel else None
    return LivePatches(models, examples, answer, **traits)


@pytest.fixture(scope="module")
def functions(browser: Browser, weights: Path) -> Iterator[Page]:
    """A page that has the functions behind the figure, and the models."""
    page = browser.new_page()
    give(
        page,
        "readSafetensors, vit, erf, cut, touched, moved",
        "live/shared/safetensors.js",
        "chapter9/live/vit.js",
        "chapter9/live/drawing_board.js",
    )
    content = {
        name: b64encode((weights / f"{name}.safetensors").read_bytes()).decode()
        for name in NAMES
    }
    page.evaluate(
        """(content) => {
          window.models = {};
          for (const [name, text] of Object.entries(content)) {
            const letters = atob(text);
            const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
            models[name] = vit(readSafetensors(bytes.buffer));
          }
        }""",
        content,
    )
    yield page
    page.close()


LOOK = """([name, images, order]) => images.map((image) => {
  const found = models[name].look(Float32Array.from(image), order);
  const weights = found.weights.map((heads) =>
    heads.map((rows) => rows.map((row) => [...row])));
  return { ...found, weights, logits: [...found.logits],
    probabilities: [...found.probabilities], rollout: [...found.rollout] };
})"""


def drawings() -> torch.Tensor:
    """200 digits, some moved out of the middle, and noise."""
    images, _ = digits()
    found = images[:200].clone()
    found[150:180] = images[150:180].roll(2, -1)
    found[180:] = torch.rand(
        20, 8, 8, generator=torch.Generator().manual_seed(3)
    )
    return found


@pytest.mark.parametrize("k", range(len(READERS)), ids=NAMES)
@pytest.mark.parametrize("shuffled", [False, True])
@torch.no_grad()
def test_its_logits_weights_and_rollout_are_the_librarys(
    functions: Page, k: int, shuffled: bool
) -> None:
    """To 1e-3, on 200 images; on 5 the weights, too."""
    (patch, _), images = READERS[k], drawings()
    there = order(patch) if shuffled else None
    reader, x = library()[k], images[:, None]
    if there:
        x = patches.shuffle(x, patch, torch.tensor(there))
    wanted = reader.model(x)
    run = f"(given) => ({LOOK})(given).map(({{ logits }}) => logits)"
    given = [NAMES[k], images.flatten(1).tolist(), there]
    found = torch.tensor(answered(functions, run, given))
    assert (found - wanted).abs().max() < 1e-3
    assert (found.argmax(-1) == wanted.argmax(-1)).all()
    given[1] = given[1][::40]
    for image, ours in zip(
        images[::40], answered(functions, LOOK, given), strict=True
    ):
        theirs = look(reader, image, there)
        for name in ("probabilities", "weights", "rollout"):
            near = torch.tensor(ours[name]) - torch.tensor(theirs[name])
            assert near.abs().max() < 1e-3


def test_its_error_function_is_exact_to_1e_6(functions: Page) -> None:
    x = [k / 50 for k in range(-300, 301)]
    found = functions.evaluate("(x) => x.map(erf)", x)
    assert found == pytest.approx(list(map(math.erf, x)), abs=1e-6)


def test_it_cuts_as_the_library_does(functions: Page) -> None:
    image = torch.rand(8, 8)
    for patch in (1, 2, 4, 8):
        run = """([image, patch]) => cut(image, 8, patch).map((p) => [...p])"""
        found = functions.evaluate(run, [image.flatten().tolist(), patch])
        wanted = patches.patchify(image[None, None], patch)[0]
        assert torch.allclose(torch.tensor(found), wanted)


@pytest.mark.parametrize(("right", "down"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_drawing_is_moved_by_a_pixel(
    functions: Page, right: int, down: int
) -> None:
    image = torch.rand(8, 8)
    run = "([image, right, down]) => moved(image, right, down)"
    found = functions.evaluate(run, [image.flatten().tolist(), right, down])
    wanted = torch.zeros(10, 10)
    wanted[1 + down : 9 + down, 1 + right : 9 + right] = image
    assert torch.allclose(
        torch.tensor(found).reshape(8, 8), wanted[1:9, 1:9], atol=1e-6
    )


def test_the_brush_is_soft(functions: Page) -> None:
    """Full in the cell, half in its neighbours, and it never takes away."""
    run = "(image) => touched(image, 3.5, 2.5)"
    found = torch.tensor(functions.evaluate(run, [0.0] * 64)).reshape(8, 8)
    assert found[2, 3] == 1
    for i, j in ((1, 3), (3, 3), (2, 2), (2, 4)):
        assert found[i, j] == 0.5
    assert 0 < found[1, 2] < 0.2 and found[5, 3] == 0
    assert functions.evaluate(run, [1.0] * 64) == [1.0] * 64


@pytest.fixture(scope="module")
def ready(browser: Browser, weights: Path) -> Iterator[Page]:
    """The figure with its models loaded by its button."""
    with opened(browser, figure()) as page:
        after(page, lambda: press(page, "Load the models (0."))
        yield page


@pytest.fixture
def page(ready: Page) -> Page:
    """The figure as it begins."""
    ready.mouse.move(0, 0)
    set_(ready, "positions", True)
    set_(ready, "shuffle the patches", False)
    ready.get_by_role("radio", name="2 × 2").click()
    ready.select_option(f"{LIVE} select", "1")
    after(ready, lambda: ready.select_option(f"{LIVE} select", "0"))
    return ready


def set_(page: Page, name: str, on: bool) -> None:
    """Turn a switch on or off."""
    switch = page.get_by_role("switch", name=name)
    if (switch.get_attribute("aria-checked") == "true") != on:
        after(page, switch.click)


def after(page: Page, act: Callable[[], object]) -> str:
    """Act, and wait until the models have answered."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    act()
    page.wait_for_function(
        f"/Computed|work/.test(document.querySelector('{SAY}').textContent)"
    )
    return page.locator(SAY).text_content() or ""


def bars(page: Page) -> list[float]:
    texts = page.locator(f"{LIVE} .classes .number").all_text_contents()
    return [float(text) for text in texts]


def drawn(page: Page) -> torch.Tensor:
    """The drawing, as the board shows it."""
    shares = page.locator(INK).evaluate_all(
        "cells => cells.map(cell => Number(cell.getAttribute('fill-opacity')))"
    )
    return torch.tensor(shares).reshape(8, 8)


def predicted(k: int, image: torch.Tensor, there: list[int] | None = None):
    return look(library()[k], image, there)["probabilities"]


def test_recorded_digits_stand_there_before_any_model(
    browser: Browser,
) -> None:
    """Every choice has its answer; what needs a model says so."""
    made = figure()
    with opened(browser, made) as page:
        for k, example in enumerate(made.examples):
            page.select_option(f"{LIVE} select", str(k))
            p = example["answers"][1]["probabilities"]
            assert bars(page) == pytest.approx(p, abs=6e-4)
            assert f"The label is {example['label']}" in page.inner_text(LIVE)
        last = made.examples[-1]
        for k, size in enumerate(("1 × 1", "2 × 2", "4 × 4")):
            page.get_by_role("radio", name=size).click()
            p = last["answers"][k]["probabilities"]
            assert bars(page) == pytest.approx(p, abs=6e-4)
        page.get_by_role("switch", name="shuffle").click()
        p = last["shuffled"][2]["probabilities"]
        assert bars(page) == pytest.approx(p, abs=6e-4)
        page.locator(TOKENS).nth(2).click()
        assert "Recorded is only where" in page.inner_text(SEEN)
        press(page, "one pixel left")
        assert "Load the models to see" in page.inner_text(SAY)
        assert (
            page.locator(f"{LIVE} .classes .number").first.inner_text() == "?"
        )
        after(page, lambda: press(page, "Load the models (0."))
        wanted = predicted(2, drawn(page), order(4))
        assert bars(page) == pytest.approx(wanted, abs=0.01)


def test_a_moved_digit_is_classified_anew(page: Page) -> None:
    images, labels = digits()
    before = bars(page)
    after(page, lambda: press(page, "one pixel right"))
    wanted = torch.zeros(8, 8)
    wanted[:, 1:] = images[0][:, :-1]
    assert torch.allclose(drawn(page), wanted, atol=6e-3)
    assert bars(page) == pytest.approx(predicted(1, wanted), abs=2e-3)
    assert f"The label is {labels[0]}" in page.inner_text(LIVE)
    hollow = page.locator(f"{LIVE} .track .hollow").evaluate_all(
        "l => l.map(e => parseFloat(e.style.width) / 100)"
    )
    assert hollow == pytest.approx(before, abs=1e-3)


def test_positions_and_a_shuffle(page: Page) -> None:
    """Without positions a shuffle changes nothing, and patches are 2 x 2."""
    image = digits()[0][0]
    set_(page, "shuffle the patches", True)
    shuffled = predicted(1, image, order(2))
    assert bars(page) == pytest.approx(shuffled, abs=2e-3)
    set_(page, "positions", False)
    without = bars(page)
    assert without == pytest.approx(predicted(3, image), abs=2e-3)
    set_(page, "shuffle the patches", False)
    assert bars(page) == without
    after(page, page.get_by_role("radio", name="4 × 4").click)
    switch = page.get_by_role("switch", name="positions")
    assert switch.get_attribute("aria-checked") == "true"
    assert bars(page) == pytest.approx(predicted(2, image), abs=2e-3)
    set_(page, "positions", False)
    size = page.get_by_role("radio", name="2 × 2")
    assert size.get_attribute("aria-checked") == "true"


def read(page: Page) -> list[float]:
    """The weights that the tokens' labels say."""
    labels = page.locator(TOKENS).evaluate_all(
        "l => l.map(e => e.getAttribute('aria-label'))"
    )
    return [float(label.split("weight ")[1]) for label in labels]


def test_where_it_looks_is_the_models_weights(page: Page) -> None:
    found = look(library()[1], digits()[0][0])
    weights = torch.tensor(found["weights"])

    def press_in(group: str, name: str) -> None:
        choices = page.get_by_role("radiogroup", name=group, exact=True)
        choices.get_by_role("radio", name=name, exact=True).click()

    press_in("Block", "rollout")
    assert read(page) == pytest.approx(found["rollout"], abs=2e-3)
    assert "rollout over all blocks" in page.inner_text(SEEN)
    page.locator(TOKENS).nth(6).click()
    page.mouse.move(0, 0)
    mean = weights[-1].mean(0)[6].tolist()
    assert read(page) == pytest.approx(mean, abs=2e-3)
    assert "row 2, column 2, block 3, mean" in page.inner_text(SEEN)
    press_in("Block", "1")
    press_in("Head", "2")
    assert read(page) == pytest.approx(weights[0, 1, 6].tolist(), abs=2e-3)
    most = page.locator(f"{TOKENS}[data-most]")
    best = 1 + int(weights[0, 1, 6, 1:].argmax())
    wanted = page.locator(TOKENS).nth(best).get_attribute("aria-label")
    assert most.get_attribute("aria-label") == wanted
    page.locator(TOKENS).nth(9).hover()
    assert read(page) == pytest.approx(weights[0, 1, 9].tolist(), abs=2e-3)
    page.mouse.move(0, 0)
    page.locator(TOKENS).nth(6).focus()
    page.keyboard.press("Home")
    assert read(page) == pytest.approx(weights[0, 1, 0].tolist(), abs=2e-3)


def test_a_reader_draws_with_the_pointer_and_with_keys(page: Page) -> None:
    said = after(page, lambda: press(page, "clear"))
    assert "The drawing is empty" in said and not drawn(page).any()
    own = str(len(figure().examples))
    assert page.locator(f"{LIVE} select").input_value() == own
    sheet = page.locator(f"{LIVE} .sheet")
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    cell = box["width"] / 8

    def stroke() -> None:
        page.mouse.move(box["x"] + 3.5 * cell, box["y"] + 1.5 * cell)
        page.mouse.down()
        page.mouse.move(box["x"] + 3.5 * cell, box["y"] + 6.5 * cell)
        page.mouse.up()

    after(page, stroke)
    ink = drawn(page)
    assert (ink[1:7, 3] > 0.9).all() and (ink[2:6, 2] >= 0.4).all()
    assert not ink[:, 6:].any()
    assert bars(page) == pytest.approx(predicted(1, ink), abs=0.01)
    after(page, lambda: press(page, "clear"))
    page.locator(f"{LIVE} .board").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert "Row 3, column 5: 0% ink" in page.inner_text(f"{LIVE} .tools")
    after(page, lambda: page.keyboard.press(" "))
    assert drawn(page)[2, 4] == 1 and drawn(page)[2, 3] == 0.5
    after(page, lambda: page.keyboard.press("Delete"))
    assert drawn(page)[2, 4] == 0 and drawn(page)[2, 3] == 0.5
    for _ in range(20):
        page.keyboard.press("ArrowDown")
    assert "Row 8, column 5" in page.inner_text(f"{LIVE} .tools")


@pytest.mark.parametrize("where", ["file", "elsewhere"])
def test_where_no_model_can_run_the_recorded_digits_stay(
    browser: Browser, tmp_path: Path, where: str
) -> None:
    made = figure()
    page = stranded(browser, tmp_path, where, made)
    page.select_option(f"{LIVE} select", "2")
    page.get_by_role("switch", name="shuffle").click()
    p = made.examples[2]["shuffled"][1]["probabilities"]
    assert bars(page) == pytest.approx(p, abs=6e-4)
    assert not page.get_by_role("button", name="Load").is_visible()
    assert not page.get_by_role("button", name="clear").is_visible()
    before = drawn(page)
    page.locator(f"{LIVE} .sheet").click()
    assert torch.equal(drawn(page), before)
    page.close()


def test_one_file_of_several_that_does_not_come_is_named(
    browser: Browser,
) -> None:
    with opened(browser, figure()) as page:
        missing = "**/four.safetensors"
        page.route(missing, lambda route: route.fulfill(status=404))
        said = after(page, lambda: press(page, "Load the models"))
        assert "It did not work: _weights/four.safetensors: answer 404" in said
        page.unroute(missing)
        assert "Computed" in after(page, lambda: press(page, "Load the models"))


def test_in_a_notebook_the_kernel_answers(browser: Browser) -> None:
    """It is asked for what is not recorded, and for that alone."""
    made = figure(kernel=True)
    page = notebook(browser, made)
    assert bars(page) == pytest.approx(
        made.examples[0]["answers"][1]["probabilities"], abs=6e-4
    )
    assert page.evaluate("asked") == []
    page.locator(TOKENS).nth(5).click()
    answer(page, made)
    weights = torch.tensor(made.reply["answers"][1]["weights"])
    page.mouse.move(0, 0)
    assert read(page) == pytest.approx(
        weights[-1].mean(0)[5].tolist(), abs=1e-3
    )
    page.get_by_role("switch", name="shuffle").click()
    answer(page, made)
    assert made.request["shuffled"] and made.request["name"] == "two"
    wanted = predicted(1, digits()[0][0], order(2))
    assert bars(page) == pytest.approx(wanted, abs=2e-3)
    assert "kernel" in page.inner_text(SAY)
    page.close()


def answer(page: Page, made: LivePatches) -> None:
    """Let the kernel answer the last question."""
    page.wait_for_function("asked.length > 0")
    request = page.evaluate("asked.splice(0).at(-1)")
    made.set_state({"request": request})
    assert "error" not in made.reply
    page.evaluate("reply => model.set('reply', reply)", made.reply)
    page.evaluate("new Promise(requestAnimationFrame)")
