"""Why a token: what it costs without a token or a head is the library's."""

from copy import deepcopy
from math import log

import pytest
import torch
from playwright.sync_api import Browser, Page

from attnbook import masks
from attnbook.data.tokenizer import START
from tests.attncourse.chapter10.completions import (
    DONE,
    SAY,
    again,
    ask,
    chips,
    figure,
    library,
)
from tests.attncourse.chapter10.site.test_completion import functions
from tests.attncourse.live.site.alive import (
    LIVE,
    answered,
    give,
    numbers,
    opened,
    press,
)

__all__ = ["functions"]

TEXT = "two dogs are running through the"
RUN = """([tokens, next]) => {
  const steps = reasons(Object.values(models)[0], tokens, next);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}"""


@torch.no_grad()
def cost(tokens: list[int], token: int, hidden: int = -1, off=()) -> float:
    """Bits of a token, where no later place may attend to the hidden one and
    the outputs of some heads are zero.
    """
    model = deepcopy(library().model).double()
    for layer, head in off:
        out = model.encoder.blocks[layer].own.layer.out
        width = out.in_features // model.config.heads
        out.weight[:, head * width : (head + 1) * width] = 0
    fed = torch.tensor([[START, *tokens]])
    seen = masks.causal(fed.shape[1]).clone()
    if hidden >= 0:
        seen[..., hidden + 1 :, hidden] = False
    features = model.encoder(model._embed(fed), seen)[0, -1]
    return -float(model.logits(features).log_softmax(-1)[token]) / log(2)


def test_what_is_missed_is_the_librarys(functions: Page) -> None:
    """Of a token that is likely and of one that is not."""
    give(functions, "reasons", "chapter10/live/why.js")
    encode = library().tokenizer.encode
    tokens = encode(TEXT)[:-1]
    for word in ("grass", "piano"):
        (token,) = encode(word)[:-1]
        found = answered(functions, RUN, [tokens, token])
        whole = cost(tokens, token)
        assert found["cost"] == pytest.approx(whole, abs=1e-3)
        missed = [
            cost(tokens, token, hidden=t) - whole for t in range(1, len(tokens))
        ]
        assert found["missed"] == pytest.approx(missed, abs=2e-3)
        assert max(map(abs, missed)) > 0.3
        config = library().model.config
        assert [len(layer) for layer in found["heads"]] == (
            [config.heads] * config.layers
        )
        for place in ((0, 2), (1, 1), (3, 3)):
            wanted = cost(tokens, token, off=[place]) - whole
            ours = found["heads"][place[0]][place[1]]
            assert ours == pytest.approx(wanted, abs=2e-3)
    weights = torch.tensor(found["weights"])  # L H T
    assert weights.shape[-1] == len(tokens) + 1
    assert (weights.sum(-1) - 1).abs().max() < 1e-5


def test_what_the_page_says_of_blue() -> None:
    """A word is missed, no single head is, and all heads are."""
    encode = library().tokenizer.encode
    tokens, (blue, _) = encode("a man in a")[:-1], encode("blue")
    whole = cost(tokens, blue)
    lost = [cost(tokens, blue, hidden=t) - whole for t in range(1, 5)]
    assert min(lost[1:3]) > 1 > 0.2 > max(lost[0], lost[3])
    heads = [(layer, head) for layer in range(4) for head in range(4)]
    assert max(cost(tokens, blue, off=[h]) for h in heads) < whole + 0.1
    assert 4.5 < cost(tokens, blue, off=heads) - whole < 5.5


def test_a_reader_asks_why(browser: Browser) -> None:
    """Of the next token, then of one of the caption; another head shows what
    it attends to; and a new caption needs a new question.
    """
    with opened(browser, figure()) as page:
        page.locator(".why").click()
        assert page.inner_text(SAY) == "Load the model to see why."
        press(page, "Load the model (3.5 MB)")
        page.wait_for_function(DONE)
        ask(page, TEXT)
        again(page, page.get_by_role("button", name="Why “grass”?").click)
        assert "“grass” costs 1.14 bits here" in page.inner_text(".found")
        rows = page.locator(f"{LIVE} .rows .name").all_text_contents()
        assert rows == TEXT.split() == chips(page)[:-1]
        squares = page.get_by_role("radiogroup", name="head").get_by_role(
            "radio"
        )
        assert squares.count() == 16
        cut = "rows => rows.scrollWidth - rows.clientWidth"
        assert page.eval_on_selector(".rows", cut) == 0
        share = ".rows .reason > :last-child"
        before = numbers(page, share)
        squares.first.click()
        assert numbers(page, share) != before
        assert sum(numbers(page, share)) < 1.05
        page.locator(f"{LIVE} .caption button").nth(1).click()
        assert page.locator(".found").is_hidden()
        again(page, page.get_by_role("button", name="Why “dogs”?").click)
        assert page.locator(f"{LIVE} .rows .name").all_text_contents() == [
            "two"
        ]
        assert "No earlier token can be hidden" in page.inner_text(".found")
