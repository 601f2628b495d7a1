"""Two models of captions and a hidden word, in miniature."""

import math

import pytest
import torch

from attnbook import pretrained
from attnbook.data.tokenizer import STOP
from attncourse.chapter8 import costs
from attncourse.chapter8.costs import Round
from tests.attnbook.pretrained.toys import completer


@pytest.fixture
def causal(monkeypatch):
    """A causal model in the place of the shipped one."""
    made = completer()
    monkeypatch.setattr(pretrained, "load", lambda _: made)
    return made


@pytest.fixture
def masked():
    """A masked one with one more token."""
    return completer(causal=False, extra=1).model


def test_what_is_stored_is_what_both_models_say(ran):
    this = ran("masked-captions")
    recipe, result = this.toy.recipe, this.result
    game = result.samples["game"]
    assert len(game) == 3
    costs = result.table("bits").rows
    assert len(costs) >= 3
    for card, cost in zip(game, costs, strict=False):
        assert card["words"][card["place"]] == cost["word"]
        assert cost["word"] in card["offered"]
        assert len(set(card["offered"])) == recipe.candidates
        for side in ("left", "both"):
            assert sum(card[side]) == pytest.approx(1, abs=1e-3)
    hidden, seen = (
        result.value(f"{name}_perplexity") for name in ("pseudo", "unmasked")
    )
    assert min(hidden, seen) > 1
    assert hidden != seen


def test_a_word_is_hidden_from_the_model_that_is_asked(causal, masked):
    """Its probabilities do not depend on it; those of the causal model do not
    depend on it, nor on what stands behind it.
    """
    drawn = torch.Generator().manual_seed(1)
    one = costs.hidden_word("a dog runs", causal, masked, drawn)
    words = causal.tokenizer
    tokens = words.encode("a dog runs")
    assert one.words == words.pieces(tokens[:-1])
    assert one.token == tokens[one.place]
    other = [*tokens]
    other[one.place] = len(words)
    expected = masked(torch.tensor([other]))[0, one.place].softmax(-1)
    assert torch.equal(one.both, expected[:-1])
    before = causal.tokenizer.decode(tokens[: one.place])
    assert torch.allclose(one.left, causal.following(before), atol=1e-6)


def test_words_of_one_token_are_whole_words(causal):
    tokenizer = causal.tokenizer
    text = "two cats sleep ."
    pieces = tokenizer.pieces(tokenizer.encode(text))
    places = costs.single(text, tokenizer)
    assert [pieces[i] for i in places] == [
        word for word in text.split() if word in pieces and word.isalpha()
    ]
    assert places
    assert not costs.single("a", tokenizer)
    assert costs.single("zzz qqq", tokenizer) == []


def test_the_words_that_are_offered_are_common_ones(causal):
    tokenizer = causal.tokenizer
    texts = ["two cats sleep .", "two dogs sleep", "the cats"]
    common = costs.common_words(tokenizer, texts, 2)
    assert tokenizer.pieces([common[0]]) in (["two"], ["sleep"], ["cats"])
    assert len(common) == 2


def test_bits_are_those_of_the_true_token():
    shares = torch.tensor([0.5, 0.25, 0.25]), torch.tensor([0.0, 1.0, 0.0])
    found = costs.bits(Round(["a", "b"], 1, 1, *shares))
    assert found == {"word": "b", "left": 2.0, "both": 0.0}


def test_each_token_is_hidden_in_its_turn(masked, causal):
    """But for the stop token, which training never hides."""
    words = causal.tokenizer
    texts = ["a dog", "two cats sleep"]
    losses, mistakes = [], []
    for text in texts:
        known = words.encode(text)
        assert known[-1] == STOP
        for i, token in enumerate(known[:-1]):
            for read, kept in ((len(words), losses), (token, mistakes)):
                row = [*known[:i], read, *known[i + 1 :]]
                scores = masked(torch.tensor([row]))[0, i].log_softmax(-1)
                kept.append(-float(scores[token].detach()))
    expected = [sum(x) / len(x) for x in (losses, mistakes)]
    found = costs.pseudo_losses(masked, words, texts)
    assert found == pytest.approx(expected, rel=1e-5)
    assert not math.isclose(*found, rel_tol=1e-3)
