"""The figure of the language model: what the page gets, what the kernel says,
what is recorded.
"""

import math

import pytest
import torch

from attnbook import decode
from attnbook.data.tokenizer import START, STOP
from attncourse.chapter8.live.completion import (
    LIMIT,
    SHOWN,
    LiveCompletion,
    distributions,
)
from tests.attnbook.pretrained.toys import completer as build
from tests.attncourse.live.toys import number, shown
from tests.toys import refused

MODELS = [("lm", "A model", 3_000)]
TEXT = "two cats sleep ."
CUT = {"temperature": 0.5, "top_k": 5, "top_p": 0.9}


@pytest.fixture(scope="module")
def completer():
    return build()


def recorded(completer, beginning="two cats"):
    """An example: the text, begun with two words, to its end."""
    encode = completer.tokenizer.encode
    answer = distributions(completer, encode(TEXT))
    begun = len(encode(beginning)) - 1
    return {"beginning": beginning, "answers": [answer | {"begun": begun}]}


def figure(completer, answer=None, examples=2, **traits):
    two = [recorded(completer, text) for text in ("two cats", "")]
    return LiveCompletion(MODELS, two[:examples], answer, **traits)


def test_the_page_gets_the_captions_and_the_choices(completer):
    state = shown(figure(completer, top_k=5))["state"]
    names = {"example", "examples", "models", "temperature", "top_k", "top_p"}
    assert set(state) == names
    assert (state["temperature"], state["top_k"], state["top_p"]) == (1, 5, 1)
    assert state["models"][0]["address"] == "_weights/lm.safetensors"
    assert [one["beginning"] for one in state["examples"]] == ["two cats", ""]
    (answer,) = state["examples"][0]["answers"]
    assert answer == recorded(completer)["answers"][0]


def test_its_picture_is_the_distribution_after_the_beginning(completer):
    made = figure(completer)
    assert "after “two cats”" in made.still().alt
    made.example = 1
    best = made.examples[1]["answers"][0]["places"][0]["pieces"][0]
    assert "at the beginning of a caption" in made.still().alt
    assert f" {best}" in made.still().alt


def test_the_places_are_what_the_model_expects(completer):
    """Before each token, and behind the last one."""
    found = distributions(completer, TEXT)
    tokens = completer.tokenizer.encode(TEXT)[:-1]
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


@torch.no_grad()
def test_after_a_cut_the_places_say_what_is_left(completer):
    def cut(scores):
        return decode.truncated(scores / 0.5, 5, 0.6)

    tokens = completer.tokenizer.encode("two cats")[:-1]
    *_, place = distributions(completer, "two cats", cut)["places"]
    scores = completer.model(torch.tensor([[START, *tokens]]))[:, -1]
    p, after = scores.softmax(-1)[0], cut(scores.log_softmax(-1))[0]
    left = after.isfinite()
    assert 1 < place["left"] == int(left.sum()) < 5
    assert place["share"] == pytest.approx(float(p[left].sum()), abs=1e-4)
    q = after.softmax(-1)[place["tokens"]].tolist()
    assert place["q"] == pytest.approx(q, abs=1e-4)


def test_a_text_may_be_empty_and_not_too_long(completer):
    (place,) = distributions(completer, "")["places"]
    assert len(place["p"]) == SHOWN
    assert len(distributions(completer, [STOP])["places"]) == 1
    distributions(completer, [5] * LIMIT)
    with refused(f"the text has {LIMIT + 1} tokens: at most {LIMIT} are read"):
        distributions(completer, [5] * (LIMIT + 1))


def test_the_kernel_is_asked_with_the_choices(completer):
    heard = []

    def complete(name, asked):
        heard.append((name, asked))
        if asked.get("text") == "odd":
            raise ValueError("an odd text")
        return distributions(completer, asked["tokens"]) | {"begun": 1}

    made = figure(completer, complete)
    request = {"number": 3, "tokens": [5, 7], "write": 0} | CUT
    made.set_state({"request": request})
    asked = {name: request[name] for name in request if name != "number"}
    assert heard == [("lm", asked)]
    assert made.reply["answers"][0]["tokens"] == [5, 7]
    made.set_state({"request": {"number": 4, "text": "odd"} | CUT})
    assert made.reply == {"number": 4, "error": "an odd text"}


def test_its_numbers_are_the_librarys():
    assert number("chapter8/live/writing.js", "LIMIT") == LIMIT
    assert number("chapter8/live/next_token.js", "SHOWN") == SHOWN
