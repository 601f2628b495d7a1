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


BEGUN = {
    "is": (
        ("a man in", "a woman in", "the boy in", "a girl with"),
        ("blue jeans", "black pants", "red shorts", "white shoes")
        + ("glasses", "green gloves"),
    ),
    "are": (
        ("two men in", "two women in", "two boys with", "three people on"),
        ("a boat", "a car", "a field", "a red shirt", "a bench", "the snow"),
    ),
}


def test_after_what_captions_hold_the_subject_decides(completer):
    """Each subject with each noun of the other number behind it."""
    verbs = {verb: completer.tokenizer.encode(verb)[0] for verb in BEGUN}
    for wanted, (subjects, nouns) in BEGUN.items():
        for text in (f"{a} {b}" for a in subjects for b in nouns):
            following = completer.following(text)
            said = max(verbs, key=lambda verb: following[verbs[verb]])
            assert said == wanted, text
