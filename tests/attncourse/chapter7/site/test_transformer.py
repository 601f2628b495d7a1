"""The Transformer in plain JavaScript is the library's, and a reader steps,
keeps, counts and switches heads off.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import cache, partial
from statistics import median

import pytest
import torch
from playwright.sync_api import Browser, Page
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from attnbook import decode, pretrained
from attnbook.data import batches, translation
from attnbook.data.tokenizer import START, STOP
from attnbook.models import transformer
from attnbook.pretrained.translator import LIMIT
from attncourse.chapter7.live.transformer import (
    LAYERS,
    PARTS,
    LiveTransformer,
    traced,
)
from attncourse.chapter7.recipes import heads
from tests.attncourse.chapter2.translations import NAMES as OLDER
from tests.attncourse.chapter2.translations import OWN, ask
from tests.attncourse.live.site.alive import (
    FAST,
    LIVE,
    answered,
    give,
    notebook,
    opened,
    press,
    slide,
)

NAME = "translate-en-fr-transformer"
NAMES = (*OLDER, NAME)
LABELS = ("One context vector", "With attention", "Transformer")
RECORDED = ("a man sleeps .", "two dogs are running on the grass .")
TEXTS = f"{LIVE} .translation > :first-child"
SAY = f"{LIVE} [role=status] >> nth=0"
SEEN = f"{LIVE} [role=status] >> nth=1"
LIT = f"{LIVE} .written li[data-lit]"
DONE = "/Computed/.test(document.querySelector('[role=status]').textContent)"


@cache
def load(name: str) -> pretrained.Translator:
    return pretrained.load(name)


@cache
def answer(name: str, sentence: str, off: tuple = ()) -> dict:
    """The library's; that of the Transformer with the weights of all heads."""
    if name == NAME:
        return traced(load(name), sentence, off)
    return load(name).trace(sentence)


def figure(kernel: bool = False) -> LiveTransformer:
    sizes = [
        pretrained.FOLDER.joinpath(f"{name}.safetensors").stat().st_size
        for name in NAMES
    ]
    recorded = [
        {"sentence": text, "answers": [answer(name, text) for name in NAMES]}
        for text in RECORDED
    ]

    def translate(name: str, sentence: str, off: list) -> dict:
        return answer(name, sentence, tuple(map(tuple, off)))

    return LiveTransformer(
        list(zip(NAMES, LABELS, sizes, strict=True)),
        [*recorded, {"sentence": "a red hat", "answers": []}],
        translate if kernel else None,
        sizes=asdict(load(NAME).model.config),
    )


@pytest.fixture(scope="module")
def library(browser: Browser) -> Iterator[Page]:
    """A page that has the functions behind the figure, and the model."""
    with opened(browser, figure()) as page:
        give(
            page,
            "readSafetensors, transformer, transformed, costs",
            "live/shared/safetensors.js",
            "live/shared/transformer.js",
            "chapter7/live/costs.js",
        )
        page.evaluate(
            """async (name) => {
              const file = await fetch(`../_weights/${name}.safetensors`);
              const bytes = await file.arrayBuffer();
              window.translator = transformer(readSafetensors(bytes));
            }""",
            NAME,
        )
        yield page


RUN = """([all, cached, off, whole]) => all.map((source) => {
  const began = performance.now();
  const shares = {};
  const isOff = (...place) => off.includes(place.join());
  const choices = { cached, shares, off: isOff };
  const steps = [...transformed(translator, source, choices)].filter((x) => x);
  const time = performance.now() - began;
  const tokens = steps.map(({ token }) => token);
  const best = steps.map(({ token, logits }) => logits[token]);
  const logits = whole ? steps.map(({ logits }) => [...logits]) : [];
  for (const step of steps)
    for (const [part, own] of Object.entries(step.shares))
      own.forEach((share, l) => ((shares[part] ??= [])[l] ??= []).push(share));
  return { tokens, best, logits, shares, time };
})"""


def run(page: Page, given: list[str], **choices: object) -> list[dict]:
    options = {"cached": True, "off": [], "whole": False} | choices
    encode = load(NAME).tokenizer.encode
    sources = [encode(sentence) for sentence in given]
    return answered(page, RUN, [sources, *options.values()])


def sentences() -> list[str]:
    """200 that no figure shows, half of them real where Multi30k is there."""
    made = [s for s, _ in translation.load("phrases", split="test")][:200]
    if not os.environ.get("ATTNBOOK_DATA"):
        return made
    real = [s for s, _ in translation.load("multi30k", "en-fr", "val")]
    return [*made[:100], *real[-100:]]


@torch.no_grad()
def wanted(given: list[str]) -> list[tuple[list[int], torch.Tensor]]:
    """What the library writes of each sentence, and its logits."""
    model, encode = load(NAME).model, load(NAME).tokenizer.encode
    source = batches.pad([encode(sentence) for sentence in given])
    ends = {"start": START, "stop": STOP, "limit": LIMIT}
    written = decode.greedy(model, source, **ends)
    fed = batches.pad([[START, *tokens[:-1]] for tokens in written])
    return [
        (tokens, rows[: len(tokens)])
        for tokens, rows in zip(written, model(source, fed), strict=True)
    ]


def test_its_tokens_and_logits_are_the_librarys(
    library: Page, record_property: Callable
) -> None:
    """Of 200 sentences; the logit of each token written, and of every tenth
    sentence all logits.
    """
    given = sentences()
    found = run(library, given)
    record_property("median_ms", median(one["time"] for one in found))
    print(f"{median(one['time'] for one in found):.0f} ms a sentence")
    theirs = wanted(given)
    for ours, (tokens, logits) in zip(found, theirs, strict=True):
        assert ours["tokens"] == tokens
        best = logits[range(len(tokens)), tokens]
        assert (torch.tensor(ours["best"]) - best).abs().max() < 1e-3
    some = run(library, given[::10], whole=True)
    for ours, (_, logits) in zip(some, theirs[::10], strict=True):
        assert (torch.tensor(ours["logits"]) - logits).abs().max() < 1e-3
    assert len(set(given)) == 200


def test_nothing_kept_writes_the_same(library: Page) -> None:
    given = sentences()[::10]
    kept, anew = (run(library, given, cached=way) for way in (True, False))
    for one, other in zip(kept, anew, strict=True):
        assert one["tokens"] == other["tokens"]
        assert one["best"] == pytest.approx(other["best"], abs=1e-4)


@pytest.mark.parametrize("part", PARTS)
def test_a_head_that_is_off_is_off_in_the_library(
    library: Page, part: str
) -> None:
    """Its columns of the last matrix are zero there: one head, and two."""
    model = load(NAME).model
    layers = heads.attention_layers(model)[part]
    given = sentences()[::40]
    whole = run(library, given, whole=True)
    for off in ([(0, 1)], [(0, 0), (len(layers) - 1, 3)]):
        names = [f"{part},{layer},{head}" for layer, head in off]
        found = run(library, given, off=names, whole=True)
        with ExitStack() as stack:
            for layer, head in off:
                stack.enter_context(heads.removed(layers[layer], head))
            theirs = wanted(given)
        for ours, (tokens, logits), before in zip(
            found, theirs, whole, strict=True
        ):
            assert ours["tokens"] == tokens
            numbers = torch.tensor(ours["logits"])
            assert (numbers - logits).abs().max() < 1e-3
            first = torch.tensor(before["logits"][0])
            assert (numbers[0] - first).abs().max() > 1e-2


@pytest.mark.parametrize("part", LAYERS)
def test_a_layer_that_is_off_is_off_in_the_library(
    library: Page, part: str
) -> None:
    """And what each layer adds is the library's, with all on and with one off;
    the last layer of the part is taken, and a sentence that no page shows.
    """
    translator, sentence = load(NAME), sentences()[7]
    layer = len(answer(NAME, sentence)["shares"][part]) - 1
    for off in ((), ((part, layer),)):
        names = [f"{part},{layer}" for part, layer in off]
        (ours,) = run(library, [sentence], off=names)
        theirs = traced(translator, sentence, off)
        assert ours["tokens"] == theirs["tokens"]
        assert set(ours["shares"]) == set(LAYERS)
        for name, layers in theirs["shares"].items():
            for found, wanted in zip(ours["shares"][name], layers, strict=True):
                assert found == pytest.approx(wanted, abs=2e-3)


CONFIG = transformer.Config(
    vocabulary=23,
    width=14,
    heads=2,
    hidden=19,
    encoder_layers=3,
    decoder_layers=2,
)


def multiplications(act: Callable) -> int:
    """As PyTorch counts them, in matrix products alone; a multiplication and
    an addition are two operations there.
    """
    with (
        torch.no_grad(),
        sdpa_kernel(SDPBackend.MATH),
        FlopCounterMode(display=False) as counter,
    ):
        act()
    return counter.get_total_flops() // 2


def anew(
    model: transformer.Transformer, written: torch.Tensor, memory: tuple
) -> torch.Tensor:
    """The logits after these words, with no key or value kept."""
    return model.logits(model.decode(written, *memory)[:, -1])


@pytest.mark.parametrize("cached", [True, False])
def test_its_counts_are_those_of_the_library_at_work(
    library: Page, cached: bool
) -> None:
    """In every step, for models and sentences of other sizes."""
    model = transformer.build(CONFIG).eval()
    for S, T in ((7, 5), (1, 3), (11, 13)):
        source, fed = torch.full((1, S), 3), torch.full((1, T), 3)
        with torch.no_grad():
            memory, state = model.encode(source), model.start(source)
        reading = multiplications(lambda s=source: model.encode(s))
        start = multiplications(lambda s=source: model.start(s)) - reading
        wanted = []
        for t in range(T):
            written = fed[:, : t + 1]
            if cached:
                token = written[0, -1:]
                act = partial(model.step, state, token)
                state = model.step(state, token)[1]
            else:
                act = partial(anew, model, written, memory)
            wanted.append(multiplications(act))
        wanted[0] += start if cached else 0
        count = """([sizes, S, T, cached]) => {
          const { step, upTo } = costs(sizes);
          const steps = Array.from({ length: T }, (_, t) => step(S, t, cached));
          return [steps, upTo(S, T, cached)];
        }"""
        given = [asdict(CONFIG), S, T, cached]
        steps, whole = library.evaluate(count, given)
        assert steps == wanted
        assert whole == reading + sum(wanted)


@pytest.fixture(scope="module")
def ready(browser: Browser) -> Iterator[Page]:
    """The figure with its models loaded by its button."""
    with opened(browser, figure()) as page:
        press(page, "Load all three models (")
        page.wait_for_function(DONE)
        yield page


def again(page: Page, act: Callable[[], object]) -> None:
    """Act, and wait until the sentence has been translated once more."""
    page.locator(SAY).evaluate("element => (element.textContent = '')")
    act()
    page.wait_for_function(DONE)


def translated(page: Page) -> list[str]:
    """The library's translations of the sentence in the field."""
    sentence = page.locator("textarea").input_value()
    return [answer(name, sentence)["text"] for name in NAMES]


def texts(page: Page) -> list[str]:
    return [text.strip() for text in page.locator(TEXTS).all_text_contents()]


def test_the_reader_can_stop_what_takes_long(ready: Page) -> None:
    ready.fill("textarea", "a" * 399)
    ready.press("textarea", "Enter")
    press(ready, "Stop")
    ready.get_by_text("You stopped it.").wait_for()
    silent = ready.get_by_role("switch", name="this head is off")
    assert silent.get_attribute("aria-disabled") == "true"
    assert ask(ready, OWN).startswith("Computed in your browser")
    assert texts(ready) == [answer(name, OWN)["text"] for name in NAMES]


def choose(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name).click()


def test_recorded_sentences_stand_there_before_any_model(
    browser: Browser,
) -> None:
    with opened(browser, figure()) as page:
        for k, sentence in enumerate(RECORDED):
            page.select_option("select", str(k))
            wanted = [answer(name, sentence) for name in NAMES]
            assert texts(page) == [one["text"] for one in wanted]
            slide(page, 0, 1)
            row = wanted[-1]["weights"][0]
            most = wanted[-1]["source"][int(row.argmax())]
            assert f"“{most}” {row.max():.2f}" in page.inner_text(SEEN)
        choose(page, "Encoder self-attention, layer 1, head 2")
        assert "Load the models" in page.inner_text(SEEN)
        page.select_option("select", "2")
        assert texts(page) == ["", "", ""]


def test_it_translates_and_every_head_shows_what_it_reads(
    ready: Page,
) -> None:
    assert ask(ready, OWN).startswith("Computed in your browser, in ")
    wanted = [answer(name, OWN) for name in NAMES]
    assert texts(ready) == [one["text"] for one in wanted]
    last = wanted[-1]
    fed = ["[start]", *last["target"][:-1]]
    for part, title, i, h in (
        ("own", "Decoder self-attention", 1, 2),
        ("cross", "Cross-attention", 0, 3),
        ("encoder", "Encoder self-attention", 3, 1),
    ):
        choose(ready, f"{title}, layer {i + 1}, head {h + 1}")
        rows = torch.tensor(last["maps"][part][i][h])
        read, asks = last["source"], last["target"]
        read = fed if part == "own" else read
        asks = last["source"] if part == "encoder" else asks
        for side, words in (("read", read), ("written", asks)):
            shown = ready.locator(f"{LIVE} .{side} li span:first-child")
            assert shown.all_text_contents() == words
        for t in (0, 4, len(asks) - 1):
            slide(ready, 0, t + 1)
            assert ready.locator(LIT).all_text_contents() == [asks[t]]
            row = rows[t]
            said = ready.inner_text(SEEN)
            if row.max() >= 0.06:
                most = f"reads “{read[int(row.argmax())]}” "
                share = float(said.split(most)[1][:4])
                assert share == pytest.approx(float(row.max()), abs=0.006)
        width = "l => l.map(e => parseFloat(e.getAttribute('stroke-width')))"
        widths = ready.locator(f"{LIVE} .lines path").evaluate_all(width)
        drawn = 11 * rows[rows >= 0.03]
        assert sum(widths) == pytest.approx(float(drawn.sum()), abs=1.0)


def deepest(page: Page, name: str) -> int:
    """The last row that has a cell in the map of a head."""
    cells = page.get_by_role("radio", name=name).locator("path")
    drawn = " ".join(cells.evaluate_all("l => l.map(e => e.getAttribute('d'))"))
    places = drawn.replace("h1v1h-1z", " ").replace("M", " ").split()
    return max(map(int, places[1::2]))


def test_maps_and_cache_grow_with_the_steps(ready: Page) -> None:
    """A row of each map, and two cells in each layer, for each word; the
    counts are those of the formula, which another test compares.
    """
    ask(ready, OWN)
    choose(ready, "Cross-attention, layer 1, mean of heads")
    S, layers = len(answer(NAME, OWN)["source"]), 2
    cells = "l => l.map(e => e.getAttribute('d').split('M').length - 1)"
    for t in (0, 5, 9):
        slide(ready, 0, t + 1)
        for name in ("Decoder self-attention", "Cross-attention"):
            assert deepest(ready, f"{name}, layer 2, head 1") == t
        encoder = "Encoder self-attention, layer 1, head 1"
        assert deepest(ready, encoder) == S - 1
        for nth, count in ((0, S), (1, t + 1)):
            strip = ready.locator(f"{LIVE} .strip").nth(nth)
            there = strip.locator("path:not(.empty)").evaluate_all(cells)
            assert sum(there) == 2 * layers * count
        new = ready.locator(f"{LIVE} .strip path.new").evaluate_all(cells)
        assert sum(new) == 2 * layers * (1 if t else 1 + S)
        assert f"each of {S + t + 1} words" in ready.inner_text(".cache")


@pytest.mark.parametrize("typed", [False, True])
def test_on_a_fast_connection_all_heads_are_seen_with_the_figure(
    browser: Browser, typed: bool
) -> None:
    """The example's, whose translations stay; unless the reader types."""
    with opened(browser, figure(), script=FAST) as page:
        before = texts(page)
        if typed:
            page.fill("textarea", OWN)
        page.evaluate("release()")
        page.get_by_role("button", name="Translate").wait_for()
        if not typed:
            page.wait_for_function(DONE)
            assert deepest(page, "Encoder self-attention, layer 4, head 4") > 0
        assert typed == ("Recorded" in page.locator(SAY).text_content())
        assert texts(page) == before


def test_without_the_cache_it_writes_the_same_and_counts_more(
    ready: Page,
) -> None:
    ask(ready, OWN)
    switch = ready.get_by_role("switch", name="keep keys and values")
    numbers = ready.locator(f"{LIVE} .cache [data-now] td")
    before, kept = texts(ready), numbers.all_text_contents()
    again(ready, switch.click)
    assert switch.get_attribute("aria-checked") == "false"
    anew = numbers.all_text_contents()
    assert texts(ready) == before
    assert all(float(a) > float(b) for a, b in zip(anew, kept, strict=True))
    assert "Nothing is kept" in ready.inner_text(".cache")
    assert (
        ready.locator(f"{LIVE} .strip path:not(.empty):not(.new)").count() == 0
    )
    again(ready, switch.click)
    assert numbers.all_text_contents() == kept


def effective(sentence: str) -> tuple[str, int, int, str]:
    """The first head without which the translation is another one."""
    whole = answer(NAME, sentence)["text"]
    for part, layers in heads.attention_layers(load(NAME).model).items():
        for i, layer in enumerate(layers):
            for h in range(layer.heads):
                text = answer(NAME, sentence, ((part, i, h),))["text"]
                if text != whole:
                    return part, i, h, text
    raise AssertionError(f"no head changes {sentence}")


TITLES = {
    "encoder": "Encoder self-attention",
    "own": "Decoder self-attention",
    "cross": "Cross-attention",
}


def test_a_head_is_switched_off_and_what_changed_is_marked(
    ready: Page,
) -> None:
    sentence = "two young girls with red shoes are jumping over a small fence ."
    part, layer, head, text = effective(sentence)
    ask(ready, sentence)
    others, whole = texts(ready)[:2], texts(ready)[2]
    assert ready.locator(f"{LIVE} mark").count() == 0
    choose(ready, f"{TITLES[part]}, layer {layer + 1}, head {head + 1}")
    silent = ready.get_by_role("switch", name="this head is off")
    again(ready, silent.click)
    assert texts(ready) == [*others, text]
    assert silent.get_attribute("aria-checked") == "true"
    marked = ready.locator(f"{TEXTS} >> mark").all_text_contents()
    words, odd = text.split(), set(text.split()) - set(whole.split())
    assert odd <= set(marked) <= set(words)
    assert len(marked) < len(words)
    before = ready.locator(f"{LIVE} .before")
    assert before.text_content().split(": ")[1].strip() == whole
    off = ready.locator(f"{LIVE} [data-off]")
    assert off.get_attribute("aria-label").endswith(f"head {head + 1}, off")
    again(ready, lambda: press(ready, "all on"))
    assert texts(ready) == [*others, whole]
    assert off.count() == before.count() == 0


def test_a_layer_is_pressed_and_adds_nothing(ready: Page) -> None:
    """Its slab is as long as the library's mean share; the translation is the
    library's without the layer, and whole again when it is pressed again.
    """
    ask(ready, OWN)
    whole = answer(NAME, OWN)
    switch = ready.get_by_role("switch", name="cross-attention 2")
    share = torch.tensor(whole["shares"]["cross"][1]).mean()
    shown = float(switch.locator("output").text_content())
    assert shown == pytest.approx(float(share), abs=0.006)
    slab, track = (
        switch.locator(name).bounding_box()["width"]
        for name in (".bar", ".track")
    )
    assert slab / track == pytest.approx(float(share), abs=0.02)
    again(ready, switch.click)
    assert switch.get_attribute("aria-checked") == "false"
    without = answer(NAME, OWN, (("cross", 1),))["text"]
    assert texts(ready)[2] == without != whole["text"]
    assert "1 switched off: another translation." in ready.inner_text(SAY)
    again(ready, switch.click)
    assert texts(ready)[2] == whole["text"]


def test_the_cost_of_any_length_is_counted(ready: Page) -> None:
    for n in (1, 20, 80):
        slide(ready, 1, n)
        sizes = asdict(load(NAME).model.config)
        wanted = [
            cost(sizes, n, n, cached=cached) / 1e6 for cached in (True, False)
        ]
        said = ready.inner_text(".cost .steady")
        assert f"{wanted[1] / wanted[0]:.1f} times" in said
        found = said.replace(",", "").split(" million")[:2]
        numbers = [float(part.split()[-1]) for part in found]
        assert numbers == pytest.approx(wanted, rel=0.02)


def cost(sizes: dict, S: int, T: int, *, cached: bool) -> int:
    """The formula once more: matrices of layers, then scores and reads."""
    D, F, N = (sizes[name] for name in ("width", "hidden", "vocabulary"))
    total = sizes["encoder_layers"] * (
        S * (4 * D * D + 2 * D * F) + 2 * S * S * D
    )
    for t in range(1, T + 1):
        n = 1 if cached else t
        block = n * (6 * D * D + 2 * D * F) + 2 * n * t * D + 2 * n * S * D
        memory = 0 if cached and t > 1 else 2 * S * D * D
        total += sizes["decoder_layers"] * (block + memory) + N * D
    return total


def test_the_page_stays_alive_while_nothing_is_kept(ready: Page) -> None:
    """A clock goes on ticking during the longest sentence."""
    ready.evaluate("ticks = 0; clock = setInterval(() => ticks++, 1)")
    switch = ready.get_by_role("switch", name="keep keys and values")
    ask(ready, "dog " * 60)
    again(ready, switch.click)
    assert ready.evaluate("ticks") > 20
    again(ready, switch.click)
    ready.evaluate("() => clearInterval(clock)")


def test_the_keyboard_does_everything(ready: Page) -> None:
    """Enter asks; arrows go through the steps and through the heads."""
    ask(ready, OWN)
    last = answer(NAME, OWN)
    choose(ready, "Cross-attention, layer 1, mean of heads")
    ready.focus("input[type=range]")
    for key, t in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2)):
        ready.keyboard.press(key)
        word = last["target"][t]
        start = f"Step {t + 1} writes “{word}” and reads"
        assert ready.inner_text(SEEN).startswith(start)
    ready.keyboard.press("Tab")
    ready.keyboard.press("ArrowRight")
    title = "Encoder self-attention, layer 1, head 1"
    assert ready.locator(f"{LIVE} .large .heading").text_content() == title
    ready.keyboard.press("Tab")
    again(ready, lambda: ready.keyboard.press("Space"))
    off = ready.locator(f"{LIVE} [data-off]")
    assert off.get_attribute("aria-label") == f"{title}, off"


def test_pointing_previews_and_a_click_stays(ready: Page) -> None:
    ask(ready, OWN)
    choose(ready, "Cross-attention, layer 1, mean of heads")
    slide(ready, 0, 1)
    rows, lit = ready.locator(f"{LIVE} .written li"), ready.locator(LIT)
    words = rows.all_text_contents()
    rows.nth(3).hover()
    assert lit.all_text_contents() == [words[3]]
    ready.mouse.move(0, 0)
    assert lit.all_text_contents() == [words[0]]
    rows.nth(3).click()
    ready.mouse.move(0, 0)
    assert lit.all_text_contents() == [words[3]]
    assert "Step 4 writes" in ready.inner_text(SEEN)


def test_in_a_notebook_the_kernel_answers(browser: Browser) -> None:
    """With all heads, with one off, and without a layer, too."""
    made = figure(kernel=True)
    page = notebook(browser, made)

    def reply(count: int) -> None:
        page.wait_for_function(f"asked.length === {count}")
        made.set_state({"request": page.evaluate("asked.at(-1)")})
        page.evaluate("reply => model.set('reply', reply)", made.reply)
        page.wait_for_function(DONE)

    page.fill("textarea", OWN)
    page.press("textarea", "Enter")
    reply(1)
    assert texts(page) == [answer(name, OWN)["text"] for name in NAMES]
    choose(page, "Encoder self-attention, layer 2, head 1")
    page.get_by_role("switch", name="this head is off").click()
    reply(2)
    wanted = answer(NAME, OWN, (("encoder", 1, 0),))
    assert texts(page)[2] == wanted["text"]
    page.get_by_role("switch", name="masked attention 1").click()
    reply(3)
    wanted = answer(NAME, OWN, (("encoder", 1, 0), ("own", 0)))
    assert texts(page)[2] == wanted["text"]
    page.close()
