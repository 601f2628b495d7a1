"""The language model in plain JavaScript is the library's, its cuts too, and a
reader goes on with a caption token by token.
"""

import math
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import torch
from playwright.sync_api import Browser, Page

from attnbook import decode, pretrained
from attnbook.data import translation
from attnbook.data.tokenizer import START, STOP
from attncourse.chapter8 import findings
from attncourse.chapter8.live.completion import LiveCompletion, distributions
from tests.attncourse.live.site.alive import (
    FAST,
    LIVE,
    answered,
    give,
    notebook,
    opened,
    press,
    slide,
    stranded,
)

NAME = "lm-captions"
SAY = f"{LIVE} > [role=status]"
SEEN = f"{LIVE} .likely [role=status]"
CHIPS = f"{LIVE} [role=radiogroup][aria-label=caption] button"
BARS = f"{LIVE} button.entry"
DONE = f"/Computed/.test(document.querySelector('{SAY}').textContent)"
FIRST = 1  # the example that is shown first


@cache
def library() -> pretrained.Completer:
    return pretrained.load(NAME)


def figure(kernel: bool = False, **traits: object) -> LiveCompletion:
    made = findings.language.live((lambda name: library()) if kernel else None)
    for name, value in traits.items():
        setattr(made.display, name, value)
    return made.display


def answer(example: int) -> dict:
    return figure().examples[example]["answers"][0]


@pytest.fixture(scope="module")
def functions(browser: Browser) -> Iterator[Page]:
    """A page that has the functions behind the figure, and the model."""
    with opened(browser, figure()) as page:
        give(
            page,
            "readSafetensors, language, reader, cut, drawn, placed, bits",
            "live/shared/safetensors.js",
            "chapter8/live/language_model.js",
        )
        page.evaluate(
            """async (name) => {
              const file = await fetch(`../_weights/${name}.safetensors`);
              const bytes = await file.arrayBuffer();
              window.model = language(readSafetensors(bytes));
            }""",
            NAME,
        )
        yield page


@cache
def prefixes() -> list[list[int]]:
    """Tokens of 200 beginnings that no figure shows, of 0 to 30 tokens; of
    captions that the model has not learned from where Multi30k is at hand.
    """
    pairs = translation.load("phrases", split="test")
    if os.environ.get("ATTNBOOK_DATA"):
        pairs = translation.load("multi30k", "en-fr", "test")
    draw = random.Random(1)
    encode = library().tokenizer.encode
    texts = [encode(english) for english, _ in pairs]
    found = [text[: draw.randrange(len(text))] for text in texts]
    different = sorted(set(map(tuple, found)), key=lambda text: -len(text))
    chosen = random.Random(2).sample(different, 200)
    assert max(map(len, chosen)) > 12
    return [list(text) for text in chosen]


@cache
@torch.no_grad()
def logits(tokens: tuple[int, ...]) -> torch.Tensor:
    """The library's, of the token behind these."""
    return library().model(torch.tensor([[START, *tokens]]))[0, -1]


READ = """(texts) => texts.map((tokens) => {
  const one = reader(model);
  for (const _ of one.read(tokens));
  return [...one.last()];
})"""


def test_its_logits_and_probabilities_are_the_librarys(
    functions: Page,
) -> None:
    """To 1e-3, of all tokens behind 200 beginnings."""
    for k in range(0, 200, 20):
        given = prefixes()[k : k + 20]
        for tokens, ours in zip(
            given, answered(functions, READ, given), strict=True
        ):
            wanted, found = logits(tuple(tokens)), torch.tensor(ours)
            assert (found - wanted).abs().max() < 1e-3
            p, q = found.softmax(-1), wanted.softmax(-1)
            assert (p - q).abs().max() < 1e-3
            assert int(p.argmax()) == int(q.argmax())


def test_one_token_more_is_one_step(functions: Page) -> None:
    """What a reader keeps of one text serves the next: it gives what a fresh
    one gives, and works once for each token that is new.
    """
    texts = [text for text in prefixes() if len(text) > 6][:3]
    walk = [
        texts[0],
        texts[0][:4],
        texts[0],
        texts[1],
        texts[1][:6],
        [],
        texts[2],
    ]
    run = """(walk) => {
      const one = reader(model);
      return walk.map((tokens) => {
        const steps = [...one.read(tokens)].length;
        return [steps, [...one.last()]];
      });
    }"""
    before: list[int] = []
    for tokens, (steps, ours) in zip(
        walk, answered(functions, run, walk), strict=True
    ):
        fed = [START, *tokens]
        same = len(os.path.commonprefix([before, fed]))
        assert steps == len(fed) - same
        found, before = torch.tensor(ours), fed
        assert (found - logits(tuple(tokens))).abs().max() < 1e-3


CUTS = [
    (1.0, 0, 1.0),
    (0.5, 0, 1.0),
    (1.7, 10, 1.0),
    (1.0, 1, 1.0),
    (1.0, 0, 0.9),
    (0.7, 0, 0.35),
    (1.3, 50, 0.8),
    (2.0, 5, 0.1),
]


@pytest.mark.parametrize("choices", CUTS, ids=str)
def test_its_cut_is_the_librarys(
    functions: Page, choices: tuple[float, int, float]
) -> None:
    """On the library's own scores behind 25 beginnings."""
    temperature, top_k, top_p = choices
    given = torch.stack([logits(tuple(text)) for text in prefixes()[::8]])
    run = """([rows, temperature, top_k, top_p]) => rows.map((scores) =>
      cut(Float32Array.from(scores), { temperature, top_k, top_p }))"""
    found = answered(functions, run, [given.tolist(), *choices])
    cut = decode.truncated(given / temperature, top_k or None, top_p)
    for ours, wanted in zip(found, cut, strict=True):
        left, q = torch.tensor(ours["left"]), torch.tensor(ours["q"])
        assert len(left) == int(wanted.isfinite().sum())
        assert wanted[left].isfinite().all()
        assert (q - wanted.softmax(-1)[left]).abs().max() < 1e-5


def test_of_equal_scores_the_first_stay_and_0_degrees_leave_the_likeliest(
    functions: Page,
) -> None:
    scores = [1.0, 3.0, 3.0, 2.0, 3.0]
    for top_k in (1, 2, 4):
        run = (
            "([scores, k]) => cut(scores, {temperature: 1, top_k: k, top_p: 1})"
        )
        found = functions.evaluate(run, [scores, top_k])["left"]
        kept = decode.truncated(torch.tensor([scores]), top_k)[0]
        assert sorted(found) == kept.isfinite().nonzero()[:, 0].tolist()
    cold = "(scores) => cut(scores, {temperature: 0, top_k: 3, top_p: 0.9})"
    assert functions.evaluate(cold, scores) == {"left": [1], "q": [1]}


def test_a_number_draws_a_token(functions: Page) -> None:
    """Each for as many of the numbers as its probability says."""
    run = (
        """([left, q, numbers]) => numbers.map((x) => drawn({ left, q }, x))"""
    )
    left, q = [7, 3, 5], [0.5, 0.3, 0.2]
    numbers = [k / 1000 for k in range(1000)]
    found = functions.evaluate(run, [left, q, numbers])
    assert [found.count(token) for token in left] == [500, 300, 200]
    edges = [0, 0.5, 1 - 1e-16]
    assert functions.evaluate(run, [left, [0.5, 0.5, 0], edges]) == [7, 3, 3]
    assert functions.evaluate(run, [left, [0.3] * 3, [0.95]]) == [5]


def test_its_bits_are_the_librarys(functions: Page) -> None:
    text = max(prefixes(), key=len)
    run = """(tokens) => {
      const one = reader(model);
      for (const _ of one.read(tokens));
      const { bits, pieces, place } = one.told(tokens);
      const plain = { temperature: 1, top_k: 0, top_p: 1 };
      return { bits, pieces, places: [0, 3].map((t) => place(t, plain)) };
    }"""
    ours, wanted = functions.evaluate(run, text), distributions(library(), text)
    assert ours["bits"] == pytest.approx(wanted["bits"], abs=0.02)
    assert ours["pieces"] == wanted["pieces"]
    for found, t in zip(ours["places"], (0, 3), strict=True):
        place = wanted["places"][t]
        assert found["pieces"] == place["pieces"]
        assert found["p"] == pytest.approx(place["p"], abs=1e-3)
        assert found["left"] == place["left"]


@pytest.fixture(scope="module")
def ready(browser: Browser) -> Iterator[Page]:
    """The figure with its model loaded by its button."""
    with opened(browser, figure()) as page:
        press(page, "Load the model (3.5 MB)")
        page.wait_for_function(DONE)
        yield page


def again(page: Page, act: Callable[[], object]) -> str:
    """Act, and wait for the last word on it."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    act()
    page.wait_for_function(
        f"/Computed|at most|work|no token/.test(document.querySelector("
        f"'{SAY}').textContent)"
    )
    return page.locator(SAY).text_content() or ""


def ask(page: Page, text: str) -> str:
    """Type a beginning and press Enter."""

    def typed() -> None:
        page.fill("textarea", text)
        page.press("textarea", "Enter")

    return again(page, typed)


def choose(page: Page, example: int) -> None:
    page.select_option("select", str(example))


def change(page: Page) -> None:
    """Begin a caption of one's own."""
    page.fill("textarea", "two dogs")
    page.press("textarea", "Enter")


def looked(page: Page) -> tuple[list[str], list[str]]:
    """The tokens of the caption, and the likely ones that are looked at."""
    return chips(page), columns(page, "name")


def recorded(made: LiveCompletion, example: int) -> tuple:
    (known,) = made.examples[example]["answers"]
    return known["pieces"], known["places"][known["begun"]]["pieces"]


def wanted(page: Page) -> tuple:
    """The library's, of the beginning in the field."""
    text = page.locator("textarea").input_value()
    found = distributions(library(), text)
    pieces = [piece.strip() for piece in found["pieces"]]
    return [*pieces, "?"], found["places"][-1]["pieces"]


def plain(page: Page) -> None:
    """No cut."""
    slide(page, 0, 1)
    slide(page, 1, 1)
    page.get_by_role("radio", name="off").click()


def chips(page: Page) -> list[str]:
    """The tokens of the caption, without their bits."""
    return [text.split()[0] for text in page.locator(CHIPS).all_inner_texts()]


def columns(page: Page, which: str) -> list[str]:
    """What the bars say: their "name", or the "model" and "cut" numbers."""
    k = {"name": 1, "model": 3, "cut": 4}[which]
    cells = page.locator(f"{BARS} > :nth-child({k})")
    return cells.all_text_contents()


def test_recorded_captions_stand_there_before_any_model(
    browser: Browser,
) -> None:
    """Each place can be looked at; what needs the model says so."""
    with opened(browser, figure()) as page:
        assert page.locator("textarea").input_value() == "a man in a"
        for k, example in enumerate(figure().examples):
            page.select_option("select", str(k))
            (known,) = example["answers"]
            assert chips(page) == known["pieces"]
            assert (
                page.locator("textarea").input_value() == example["beginning"]
            )
            for t in (known["begun"], 0, len(known["tokens"]) - 1):
                page.locator(CHIPS).nth(t).click()
                assert columns(page, "name") == known["places"][t]["pieces"]
            total = sum(known["bits"])
            assert f"{total:.1f} bits in all" in page.inner_text(".caption")
        page.select_option("select", str(FIRST))
        known = answer(FIRST)
        likely = known["places"][known["begun"]]["tokens"]
        came = likely.index(known["tokens"][known["begun"]])
        page.locator(BARS).nth(came).click()
        checked = page.locator(f"{CHIPS}[aria-checked=true]")
        assert checked.inner_text().startswith(known["pieces"][5])
        page.locator(CHIPS).nth(known["begun"]).click()
        page.locator(BARS).nth(9).click()
        assert "Load the model to" in page.inner_text(SAY)
        assert page.get_by_role("button", name="sample").is_disabled()


def test_the_bars_are_the_next_tokens_before_and_after_the_cut(
    ready: Page,
) -> None:
    ask(ready, "two dogs")
    p = library().following("two dogs").double()
    order = p.argsort(descending=True, stable=True)
    decoded = library().tokenizer.pieces
    fed = library().tokenizer.encode("two dogs")[:-1]
    names = [decoded([fed[-1], int(k)])[1] for k in order[:10]]
    assert columns(ready, "name") == names
    for temperature, top_k, top_p in CUTS:
        slide(ready, 0, temperature)
        slide(ready, 1, top_p)
        label = str(top_k) if top_k else "off"
        ready.get_by_role("radio", name=label, exact=True).click()
        model = [float(x.replace("<", "")) for x in columns(ready, "model")]
        assert model == pytest.approx(p[order[:10]].tolist(), abs=1.1e-3)
        top_p = float(ready.locator("input[type=range]").nth(1).input_value())
        scores = p.log()[None] / temperature
        after = decode.truncated(scores, top_k or None, top_p)[0]
        said = columns(ready, "cut")
        for text, score, q in zip(
            said, after[order], after.softmax(-1)[order], strict=False
        ):
            if score.isfinite():
                assert float(text.replace("<", "")) == pytest.approx(
                    float(q), abs=1.1e-3
                )
            else:
                assert text == "✕ cut"
        left = int(after.isfinite().sum())
        some = "All" if left == 4000 else f"{left:,} of"
        assert f"{some} 4,000 tokens" in ready.inner_text(SEEN)
        others = ready.locator(f"{LIVE} div.entry:last-child").inner_text()
        assert ("cut" in others) == (left <= 10)
    plain(ready)


def test_the_bars_are_as_wide_as_the_numbers(ready: Page) -> None:
    ask(ready, "two dogs")
    slide(ready, 0, 0.5)
    width = """l => l.map(e => e.getBoundingClientRect().width
      / e.closest('.track').getBoundingClientRect().width)"""
    for part, column in ((".hollow", "model"), (".bar", "cut")):
        ready.wait_for_function("document.getAnimations().length === 0")
        widths = ready.locator(f"{BARS} {part}").evaluate_all(width)
        numbers = columns(ready, column)
        wanted = [float(x.replace("<", "")) for x in numbers]
        assert widths == pytest.approx(wanted, abs=0.02)
    plain(ready)


def test_a_token_is_appended_and_taken_away(ready: Page) -> None:
    """At the end, and at an earlier place in view, whose rest is left out."""
    ask(ready, "two dogs")
    name = columns(ready, "name")[2]
    again(ready, lambda: ready.locator(BARS).nth(2).click())
    assert chips(ready) == ["two", "dogs", name, "?"]
    assert f"After “{name}”" in ready.inner_text(SEEN)
    again(ready, lambda: press(ready, "back"))
    assert chips(ready) == ["two", "dogs", "?"]
    ready.locator(CHIPS).nth(1).click()
    assert "“dogs” came" in ready.inner_text(SEEN)
    name = columns(ready, "name")[4]
    again(ready, lambda: ready.locator(BARS).nth(4).click())
    assert chips(ready) == ["two", name, "?"]
    for _ in "12":
        again(ready, lambda: press(ready, "back"))
    assert chips(ready) == ["?"]
    assert "Nothing is written yet" in ready.inner_text(".caption")
    said = again(ready, lambda: press(ready, "back"))
    assert said == "There is no token to take away."


def test_a_token_is_drawn_from_what_is_left(ready: Page) -> None:
    """With 0 degrees the likeliest; with two tokens left, one of them."""
    plain(ready)
    slide(ready, 0, 0)
    ask(ready, "two dogs")
    assert "1 of 4,000 tokens is kept" in ready.inner_text(SEEN)
    likely = columns(ready, "name")[0]
    again(ready, lambda: press(ready, "sample"))
    assert chips(ready) == ["two", "dogs", likely, "?"]
    slide(ready, 0, 2)
    ready.get_by_role("radio", name="2", exact=True).click()
    found = set()
    for number in (0.0, 0.999, 0.5):
        ready.evaluate(f"Math.random = () => {number}")
        ask(ready, "two dogs")
        two = columns(ready, "name")[:2]
        again(ready, lambda: press(ready, "sample"))
        assert chips(ready)[2] in two
        found.add(chips(ready)[2])
    assert len(found) == 2
    plain(ready)


def test_it_writes_to_the_end_as_the_library_does(ready: Page) -> None:
    """Greedily; the place where it began stays in view, and the bits are the
    library's.
    """
    slide(ready, 0, 0)
    for text in ("", "two dogs", "A man in a"):
        ask(ready, text)
        again(ready, lambda: press(ready, "write to the end"))
        (wanted,) = library().complete([text], temperature=0)
        tokens = library().tokenizer.encode(wanted)
        assert chips(ready) == library().tokenizer.pieces(tokens)
        begun = len(library().tokenizer.encode(text)) - 1
        shaded = ready.locator(f"{CHIPS}[data-given]")
        assert shaded.count() == begun
        checked = ready.locator(CHIPS).nth(begun)
        assert checked.get_attribute("aria-checked") == "true"
        nats = library().log_probability(wanted)
        said = ready.inner_text(".caption")
        bits = float(said.split(" bits in all")[0].split(" ")[-1])
        assert bits == pytest.approx(-nats / math.log(2), abs=0.1)
        found = float(said.split("log p = −")[1].split(" ")[0].rstrip("."))
        assert found == pytest.approx(-nats, abs=0.06)
        each = distributions(library(), tokens)["bits"]
        shown = ready.locator(f"{CHIPS} .number").all_text_contents()
        assert list(map(float, shown)) == pytest.approx(each, abs=0.07)
    plain(ready)


def test_a_caption_ends_at_the_limit(ready: Page) -> None:
    """Where each token drawn is another one than the stop."""
    ready.evaluate("Math.random = () => 0.9999")
    slide(ready, 0, 2)
    ask(ready, "dog " * 78)
    said = again(ready, lambda: press(ready, "write to the end"))
    assert said.startswith("A caption has at most 80 tokens here. Computed")
    assert len(chips(ready)) == 81
    ready.locator(CHIPS).nth(80).click()
    for act in ("sample", "write to the end"):
        said = again(ready, lambda name=act: press(ready, name))
        assert said == "A caption has at most 80 tokens here."
    plain(ready)


def test_the_reader_can_stop_what_takes_long(ready: Page) -> None:
    """What was written by then stays. Each pause is made long."""
    plain(ready)
    ask(ready, "two")
    ready.evaluate("""() => {
        wait = setTimeout;
        window.setTimeout = (act, time) => wait(act, time + 100);
        Math.random = () => 0.9999;
    }""")
    press(ready, "write to the end")
    press(ready, "Stop")
    ready.get_by_text("You stopped it.").wait_for()
    assert 3 < len(chips(ready)) < 81 and chips(ready)[0] == "two"
    ready.evaluate("window.setTimeout = wait")
    assert "Computed" in ask(ready, "two dogs")
    assert chips(ready) == ["two", "dogs", "?"]


def test_the_keyboard_does_everything(ready: Page) -> None:
    """Tab goes through; Enter asks; arrows walk along the caption and move the
    sliders; a bar is pressed.
    """
    plain(ready)
    ask(ready, "two dogs")
    ready.keyboard.press("Tab")
    ready.keyboard.press("Tab")
    focused = "document.activeElement"
    assert ready.evaluate(f"{focused}.ariaLabel") == "next token"
    ready.keyboard.press("ArrowLeft")
    assert "After “two”" in ready.inner_text(SEEN)
    ready.keyboard.press("Home")
    assert "At the beginning" in ready.inner_text(SEEN)
    ready.keyboard.press("End")
    ready.keyboard.press("Tab")
    ready.keyboard.press("ArrowLeft")
    assert ready.inner_text(".cut .value >> nth=0") == "0.9"
    ready.keyboard.press("Tab")
    ready.keyboard.press("ArrowRight")
    assert "1 of 4,000 tokens is kept" in ready.inner_text(SEEN)
    ready.keyboard.press("Home")
    for _ in range(2):
        ready.keyboard.press("Tab")
    again(ready, lambda: ready.keyboard.press("Enter"))
    assert len(chips(ready)) == 4
    for _ in range(3):
        ready.keyboard.press("Tab")
    name = columns(ready, "name")[0]
    again(ready, lambda: ready.keyboard.press("Enter"))
    assert chips(ready)[3] == name
    plain(ready)


def test_on_a_fast_connection_the_place_that_is_looked_at_stays(
    browser: Browser,
) -> None:
    with opened(browser, figure(), script=FAST) as page:
        before = chips(page)
        page.locator(CHIPS).nth(0).click()
        seen = page.inner_text(SEEN)
        page.evaluate("release()")
        page.wait_for_function(DONE)
        assert chips(page) == before
        assert page.inner_text(SEEN) == seen
        assert page.get_by_role("button", name="sample").is_enabled()


def test_where_nothing_can_run_each_place_can_be_looked_at(
    browser: Browser, tmp_path: Path
) -> None:
    page = stranded(browser, tmp_path, "elsewhere", figure())
    page.select_option("select", "2")
    page.locator(CHIPS).nth(1).click()
    assert columns(page, "name") == answer(2)["places"][1]["pieces"]
    page.close()


def test_in_a_notebook_the_kernel_answers(browser: Browser) -> None:
    """A beginning, a cut, a token drawn."""
    made = figure(kernel=True)
    page = notebook(browser, made)
    assert page.evaluate("asked") == []

    def reply(count: int) -> None:
        page.wait_for_function(f"asked.length === {count}")
        made.set_state({"request": page.evaluate("asked.at(-1)")})
        page.evaluate("reply => model.set('reply', reply)", made.reply)
        page.wait_for_function(DONE)

    page.fill("textarea", "two dogs")
    page.press("textarea", "Enter")
    reply(1)
    assert chips(page) == ["two", "dogs", "?"]
    slide(page, 0, 0)
    page.wait_for_function("asked.length > 1")
    reply(page.evaluate("asked.length"))
    assert columns(page, "cut") == ["1.000", *["✕ cut"] * 9]
    likely = columns(page, "name")[0]
    count = page.evaluate("asked.length")
    press(page, "sample")
    reply(count + 1)
    assert chips(page) == ["two", "dogs", likely, "?"]
    press(page, "write to the end")
    reply(count + 2)
    (text,) = library().complete([f"two dogs {likely}"], temperature=0)
    tokens = library().tokenizer.encode(text)
    assert chips(page) == library().tokenizer.pieces(tokens)
    assert tokens[-1] == STOP
    page.close()
