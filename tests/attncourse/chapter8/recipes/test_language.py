"""A language model of captions, in miniature."""

import math

import pytest

from attnbook import pretrained
from attnbook.data import tokenizer, translation
from attncourse.chapter8.recipes import language


def test_the_stored_file_is_what_is_measured(ran, workspace):
    this = ran("lm-captions")
    recipe, result = this.toy.recipe, this.result
    assert result.table("epochs").column("epoch") == [1, 2]
    model = pretrained.read(this.workspace.weights("lm-captions"))
    test = language.english("en-fr", "test")
    total = sum(model.log_probability(text) for text in test)
    count = sum(len(model.tokenizer.encode(text)) for text in test)
    assert result.value("test_tokens") == count
    assert result.value("loss") == pytest.approx(-total / count, rel=1e-4)
    perplexity = math.exp(result.value("loss"))
    assert result.value("perplexity") == pytest.approx(perplexity, rel=1e-4)
    texts = result.samples["texts"]
    assert len(texts) == len(recipe.cuts) * 2
    first, second = (one for one in texts if one["temperature"] == 0)
    assert (len(first["texts"]), second["texts"][0][:3]) == (1, "the")


def test_captions_of_other_parts_are_left_out():
    texts = ["A dog runs.", "a cat", "Two  dogs !"]
    assert language.apart(texts, ["two dogs", "A DOG"]) == texts[:2]
    held = language.apart(texts, ["a-dog runs", "a cat."])
    assert held == ["Two  dogs !"]


def test_the_unigram_model_is_a_distribution():
    """Its probabilities of all tokens sum to 1."""
    words = tokenizer.train(["a dog runs"], 30)
    training = [words.encode(text) for text in ("a dog runs", "a dog")]
    losses = [
        language.unigram(training, [[token]], words)
        for token in range(len(words))
    ]
    assert sum(math.exp(-loss) for loss in losses) == pytest.approx(1)
    pair = language.unigram(training, [[4, 5]], words)
    assert pair == pytest.approx((losses[4] + losses[5]) / 2)


def test_training_has_no_caption_of_the_other_parts(workspace):
    training, validation, test = language.parts("en-fr")
    seen = {language.normalised(text) for text in training}
    others = {language.normalised(text) for text in validation + test}
    assert len(validation) == len(test) == 20
    assert not seen & others
    sides = [s for s, _ in translation.load("multi30k", "en-fr", "train")]
    left_out = [text for text in sides if text not in training]
    assert {language.normalised(text) for text in left_out} <= others
