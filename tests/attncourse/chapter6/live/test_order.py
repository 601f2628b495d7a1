"""What is recorded is what the shipped models say, counted as the recipe
counts.
"""

import pytest
import torch

from attnbook import pretrained
from attncourse.chapter6 import findings, order
from attncourse.chapter6.live.order import KINDS, LiveOrder
from attncourse.chapter6.order import UNASKED, Asked
from attncourse.chapter6.recipes.positions import later
from attncourse.experiments import results
from tests.attncourse.chapter6.live.slowed import SLOWED, load

SIZES = (32, 64, 128, 256)


def figure(**state) -> LiveOrder:
    """The chapter's figure, in this state."""
    made = findings.order_models.lengths().display
    for name, value in state.items():
        setattr(made, name, value)
    return made


def test_what_is_recorded_is_what_the_shipped_models_say():
    for each in figure().examples:
        tokens = torch.tensor([each["tokens"]])
        for kind, answer in zip(KINDS, each["answers"], strict=True):
            model = pretrained.load(f"order-{each['question']}-{kind}")
            assert model(tokens)[0].argmax(-1).tolist() == answer["said"]


def test_its_lines_are_the_measured_accuracies():
    table = results.load("order-models").table("accuracy")
    for each in figure().examples:
        for kind, shares in zip(KINDS, each["measured"], strict=True):
            for size, share in zip(SIZES, shares, strict=True):
                row = table.where(
                    question=each["question"], kind=kind, size=size
                )
                assert share == pytest.approx(row.mean("accuracy"), abs=5e-4)


@pytest.mark.parametrize("length", [32, 77, 256])
def test_the_share_is_counted_as_the_recipe_counts(length):
    for k, each in enumerate(figure().examples):
        shown = figure(example=k, encoding=0, length=length)
        parts = each["tokens"], each["wanted"], each["answers"][0]["said"]
        tokens, wanted, said = (torch.tensor([x[:length]]) for x in parts)
        counted = later(Asked(tokens, wanted)) & (wanted != UNASKED)
        share = (said == wanted)[counted].double().mean()
        found = shown.reads()
        assert found["share"] == pytest.approx(float(share))
        words = {"right": said == wanted, "unasked": wanted == UNASKED}
        for word, places in words.items():
            assert [v == word for v in found["verdicts"]] == places[0].tolist()


def test_its_picture_says_the_share_and_the_lines():
    shown = figure(example=2, encoding=4, length=256)
    text = shown.still().alt
    assert "question fifth" in text
    share = f"{shown.reads()['share']:.2f}"
    assert f"256 symbols rotary answers {share} right" in text
    assert "learned: 1.00 from 32 to 256" in text


def test_what_the_page_says_of_slower_clocks_holds():
    """Neither rescues "back" with rotary positions at the longest."""
    found = {}
    for clocks in SLOWED:
        model = load("order-back-rotary", clocks)
        for size in (32, 256):
            draws = torch.Generator().manual_seed(5)
            test = order.back(4096 // size, size, draws)
            with torch.no_grad():
                right = model(test.tokens).argmax(-1) == test.answers
            found[clocks, size] = right[later(test)].double().mean().item()
    assert found["trained", 32] > 0.99
    for clocks in ("interpolated", "base"):
        assert found[clocks, 256] < 0.5
