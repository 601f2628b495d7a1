"""The Transformer in plain JavaScript is the library's."""

import os
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from functools import cache, partial

import pytest
import torch
from playwright.sync_api import Page
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from attnbook import decode
from attnbook.data import batches, translation
from attnbook.data.tokenizer import START, STOP
from attnbook.models import transformer
from attnbook.pretrained.translator import LIMIT
from attncourse.chapter7.recipes import heads
from tests.attncourse.chapter7.translators import (
    LAYERS,
    NAME,
    answer,
    figure,
    load,
)
from tests.attncourse.live.site.alive import answered, functions_of

library = functions_of(
    figure,
    "transformer, transformed, costs",
    "live/shared/transformer.js",
    "chapter7/live/costs.js",
    models=[NAME],
    by="transformer",
)


RUN = """([all, cached, off]) => all.map((source) => {
  const shares = {};
  const isOff = (...place) => off.includes(place.join());
  const choices = { cached, shares, off: isOff };
  const [translator] = Object.values(models);
  const steps = [...transformed(translator, source, choices)].filter((x) => x);
  const tokens = steps.map(({ token }) => token);
  const logits = steps.map(({ logits }) => [...logits]);
  for (const step of steps)
    for (const [part, own] of Object.entries(step.shares))
      own.forEach((share, l) => ((shares[part] ??= [])[l] ??= []).push(share));
  return { tokens, logits, shares };
})"""


def run(
    page: Page, given: list[str], cached: bool = True, off: tuple = ()
) -> list[dict]:
    sources = [load(NAME).tokenizer.encode(sentence) for sentence in given]
    return answered(page, RUN, [sources, cached, list(off)])


@cache
def sentences() -> list[str]:
    """20 that no figure shows, half of them real where Multi30k is there."""
    made = [s for s, _ in translation.load("phrases", split="test")][:20]
    if not os.environ.get("ATTNBOOK_DATA"):
        return made
    real = [s for s, _ in translation.load("multi30k", "en-fr", "val")]
    return [*made[:10], *real[-10:]]


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


def assert_equal(found: list[dict], given: list[str]) -> None:
    for ours, (tokens, logits) in zip(found, wanted(given), strict=True):
        assert ours["tokens"] == tokens
        assert (torch.tensor(ours["logits"]) - logits).abs().max() < 1e-3


@pytest.mark.parametrize("cached", [True, False])
def test_its_tokens_and_logits_are_the_librarys(
    library: Page, cached: bool
) -> None:
    given = sentences() if cached else sentences()[::5]
    assert_equal(run(library, given, cached), given)


@pytest.mark.parametrize("part", ["encoder", "own", "cross"])
def test_a_head_that_is_off_is_off_in_the_library(
    library: Page, part: str
) -> None:
    """Its columns of the last matrix are zero there: one head, and two."""
    layers = heads.attention_layers(load(NAME).model)[part]
    given = sentences()[::6]
    whole = run(library, given)
    for off in ([(0, 1)], [(0, 0), (len(layers) - 1, 3)]):
        names = [f"{part},{layer},{head}" for layer, head in off]
        found = run(library, given, off=tuple(names))
        with ExitStack() as stack:
            for layer, head in off:
                stack.enter_context(heads.removed(layers[layer], head))
            assert_equal(found, given)
        for ours, before in zip(found, whole, strict=True):
            first, plain = (
                torch.tensor(x["logits"][0]) for x in (ours, before)
            )
            assert (first - plain).abs().max() > 1e-2


@pytest.mark.parametrize("part", LAYERS)
def test_a_layer_that_is_off_is_off_in_the_library(
    library: Page, part: str
) -> None:
    """And what each layer adds is the library's, with all on and with one off;
    the last layer of the part is taken, and a sentence that no page shows.
    """
    sentence = sentences()[7]
    layer = len(answer(NAME, sentence)["shares"][part]) - 1
    for off in ((), ((part, layer),)):
        names = tuple(f"{part},{layer}" for part, layer in off)
        (ours,) = run(library, [sentence], off=names)
        theirs = answer(NAME, sentence, off)
        assert ours["tokens"] == theirs["tokens"]
        assert set(ours["shares"]) == set(LAYERS)
        for name, layers in theirs["shares"].items():
            for k, share in layers.items():
                found = ours["shares"][name][k]
                assert found == pytest.approx(share.tolist(), abs=2e-3)


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
    for S, T in ((7, 5), (1, 3)):
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
