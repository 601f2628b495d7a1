"""The figure of the language model."""

import json

import pytest

from attnbook import pretrained
from attnbook.data.tokenizer import STOP
from attncourse.chapter8.recipes import language
from attncourse.chapter10 import findings
from attncourse.experiments import recipes, results

CUT = {"temperature": 0.5, "top_k": 5, "top_p": 0.8}


@pytest.fixture(scope="module")
def completer():
    return pretrained.load("lm-captions")


def test_the_recorded_captions_are_light_and_those_of_the_recipe():
    figure = findings.language.live().display
    assert len(json.dumps(figure.examples)) < 60_000
    recipe = recipes.load("lm-captions")
    begun = [example["beginning"] for example in figure.examples]
    assert begun == list(recipe.beginnings)
    assert begun[figure.example] == "a man in a"


def test_what_is_recorded_is_what_the_shipped_model_gives(completer):
    """To one unit of the last digit: processors round sums differently."""
    stored = results.load("lm-captions").samples
    again = language.followed(completer, stored["texts"])
    for one, other in zip(stored["followed"], again, strict=True):
        assert one["beginning"] == other["beginning"]
        (ours,), (theirs,) = one["answers"], other["answers"]
        assert ours["tokens"] == theirs["tokens"]
        assert ours["tokens"][-1] == STOP
        assert ours["bits"] == pytest.approx(theirs["bits"], abs=0.011)
        text = completer.tokenizer.decode(ours["tokens"])
        assert text.startswith(one["beginning"])
        for place, found in zip(ours["places"], theirs["places"], strict=True):
            assert place["p"] == pytest.approx(found["p"], abs=1.1e-4)


@pytest.mark.parametrize(
    ("text", "token", "kept"),
    [
        ("a man in a blue shirt", "which", False),
        ("a man in a", "bicycle", True),
    ],
)
def test_what_top_p_would_cut_off(completer, text, token, kept):
    following = completer.following(text)  # N
    likelier = following[following > following[known(completer, token)]]
    assert bool(likelier.sum() < 0.9) == kept


def known(completer, token):
    return completer.tokenizer.encode(token)[0]
