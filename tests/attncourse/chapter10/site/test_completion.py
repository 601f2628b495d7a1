"""The language model in plain JavaScript is the library's, its cuts too."""

import os
import random
from functools import cache

import pytest
import torch
from playwright.sync_api import Page

from attnbook import decode
from attnbook.data import translation
from attnbook.data.tokenizer import START
from tests.attncourse.chapter10.completions import NAME, figure, library
from tests.attncourse.live.site.alive import answered, functions_of

functions = functions_of(
    figure,
    "language, reader, cut, drawn",
    "live/shared/language_model.js",
    models=[NAME],
    by="language",
)


@cache
def prefixes() -> list[list[int]]:
    """Tokens of 25 beginnings that no figure shows, of 0 to 30 tokens; of
    captions that the model has not learned from where Multi30k is at hand.
    """
    pairs = translation.load("phrases", split="test")
    if os.environ.get("ATTNBOOK_DATA"):
        pairs = translation.load("multi30k", "en-fr", "test")
    draw = random.Random(1)
    encode = library().tokenizer.encode
    texts = [encode(english) for english, _ in pairs[:200]]
    found = [text[: draw.randrange(len(text))] for text in texts]
    different = sorted(set(map(tuple, found)), key=lambda text: -len(text))
    chosen = random.Random(2).sample(different, 25)
    assert max(map(len, chosen)) >= 10
    return [list(text) for text in chosen]


@cache
@torch.no_grad()
def logits(tokens: tuple[int, ...]) -> torch.Tensor:
    """The library's, of the token behind these."""
    return library().model(torch.tensor([[START, *tokens]]))[0, -1]


READ = """(walk) => {
  const one = reader(Object.values(models)[0]);
  return walk.map((tokens) => {
    const steps = [...one.read(tokens)].length;
    return [steps, [...one.last()]];
  });
}"""


def test_its_logits_are_the_librarys_and_one_token_more_is_one_step(
    functions: Page,
) -> None:
    """Of all tokens behind 25 beginnings, one after the other: what a reader
    keeps of one text serves the next, and it works once for each token that
    is new.
    """
    first = next(text for text in prefixes() if len(text) > 6)
    walk = [first, first[:4], first, [], *prefixes()]
    before: list[int] = []
    for tokens, (steps, ours) in zip(
        walk, answered(functions, READ, walk), strict=True
    ):
        fed = [START, *tokens]
        same = len(os.path.commonprefix([before, fed]))
        assert steps == len(fed) - same
        found, before = torch.tensor(ours), fed
        assert (found - logits(tuple(tokens))).abs().max() < 1e-3


CUTS = [
    (1.7, 10, 1.0),
    (1.0, 1, 1.0),
    (1.0, 0, 0.9),
    (0.7, 0, 0.35),
    (2.0, 5, 0.1),
]


@pytest.mark.parametrize("choices", CUTS, ids=str)
def test_its_cut_is_the_librarys(
    functions: Page, choices: tuple[float, int, float]
) -> None:
    """On the library's own scores."""
    temperature, top_k, top_p = choices
    given = torch.stack([logits(tuple(text)) for text in prefixes()])
    run = """([rows, temperature, top_k, top_p]) => rows.map((scores) =>
      cut(Float32Array.from(scores), { temperature, top_k, top_p }))"""
    found = answered(functions, run, [given.tolist(), *choices])
    cut = decode.truncated(given / temperature, top_k or None, top_p)
    for ours, wanted in zip(found, cut, strict=True):
        left, q = torch.tensor(ours["left"]), torch.tensor(ours["q"])
        assert len(left) == int(wanted.isfinite().sum())
        assert wanted[left].isfinite().all()
        assert (q - wanted.softmax(-1)[left]).abs().max() < 1e-5


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
