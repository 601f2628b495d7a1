"""The figure of the language model: what the page gets, what is recorded."""

import math

import pytest

from attnbook.pretrained.completer import LIMIT
from attncourse.chapter8.recipes.language import SHOWN, distributions
from attncourse.chapter10.live.completion import LiveCompletion
from tests.attnbook.pretrained.toys import completer as build
from tests.attncourse.live.toys import number

MODELS = [("lm", "A model", 3_000)]
TEXT = "two cats sleep ."


@pytest.fixture(scope="module")
def completer():
    return build()


def recorded(completer, beginning="two cats"):
    """An example: the text, begun with two words, to its end."""
    encode = completer.tokenizer.encode
    answer = distributions(completer, encode(TEXT))
    begun = len(encode(beginning)) - 1
    return {"beginning": beginning, "answers": [answer | {"begun": begun}]}


def figure(completer, **traits):
    two = [recorded(completer, text) for text in ("two cats", "")]
    return LiveCompletion(MODELS, two, **traits)


def test_its_picture_is_the_distribution_after_the_beginning(completer):
    made = figure(completer)
    assert "after “two cats”" in made.still().alt
    made.example = 1
    best = made.examples[1]["answers"][0]["places"][0]["pieces"][0]
    assert "at the beginning of a caption" in made.still().alt
    assert f" {best}" in made.still().alt


def test_the_places_are_what_the_model_expects(completer):
    """Before each token, and behind the last one."""
    tokens = completer.tokenizer.encode(TEXT)[:-1]
    found = distributions(completer, tokens)
    assert found["tokens"] == tokens
    assert len(found["places"]) == len(tokens) + 1
    assert found["vocabulary"] == len(completer.tokenizer)
    for text in ("", "two", "two cats", TEXT):
        t = len(completer.tokenizer.encode(text)) - 1
        place, p = found["places"][t], completer.following(text)
        assert place["tokens"] == p.topk(SHOWN).indices.tolist()
        most = p.topk(SHOWN).values.tolist()
        assert place["p"] == pytest.approx(most, abs=6e-5)
        assert (place["left"], place["share"]) == (len(p), 1.0)
        assert "q" not in place


def test_the_bits_of_a_whole_text_are_its_probability(completer):
    whole = distributions(completer, completer.tokenizer.encode(TEXT))
    assert whole["pieces"][-1] == "[stop]"
    assert len(whole["places"]) == len(whole["bits"])
    wanted = -completer.log_probability(TEXT) / math.log(2)
    assert sum(whole["bits"]) == pytest.approx(wanted, abs=0.05)


def test_its_numbers_are_the_librarys():
    assert number("chapter10/live/writing.js", "LIMIT") == LIMIT
    assert number("live/shared/next_token.js", "SHOWN") == SHOWN
