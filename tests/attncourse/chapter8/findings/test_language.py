"""The figure of the language model, and the kernel behind it."""

import json

import pytest
import torch

from attnbook import decode, pretrained
from attnbook.data.tokenizer import START, STOP
from attncourse.chapter8 import findings
from attncourse.chapter8.live.completion import LIMIT
from attncourse.chapter8.recipes import language
from attncourse.experiments import recipes, results

CUT = {"temperature": 0.5, "top_k": 5, "top_p": 0.8}


@pytest.fixture(scope="module")
def completer():
    return pretrained.load("lm-captions")


def asking(completer):
    """What the kernel answers, and how often it has loaded the model."""
    figure = findings.language.live(lambda name: completer).display

    def ask(**request):
        number = figure.reply.get("number", 0) + 1
        figure.set_state({"request": {"number": number} | request})
        assert "error" not in figure.reply, figure.reply
        return figure.reply["answers"][0]

    return ask


def test_the_recorded_captions_are_light_and_those_of_the_recipe():
    figure = findings.language.live().display
    assert not figure.kernel
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


def test_the_kernel_reads_a_beginning_with_the_cut(completer):
    answer = asking(completer)(text="Two  dogs", **CUT)
    assert answer["pieces"] == ["two", "dogs"]
    assert answer["begun"] == 2
    p = completer.following("two dogs")
    after = decode.truncated((p.log() / 0.5)[None], 5, 0.8)[0]
    last = answer["places"][-1]
    assert last["left"] == int(after.isfinite().sum()) < 5
    q = after.softmax(-1)[last["tokens"]].tolist()
    assert last["q"] == pytest.approx(q, abs=1e-3)


def test_the_kernel_writes_to_the_end(completer):
    """Greedily with the temperature 0; else differently each time, and never
    what was cut.
    """
    ask = asking(completer)
    cold = {"temperature": 0, "top_k": 0, "top_p": 1.0}
    answer = ask(text="two dogs", write=LIMIT, **cold)
    (text,) = completer.complete(["two dogs"], temperature=0)
    assert completer.tokenizer.decode(answer["tokens"]) == text
    assert answer["tokens"][-1] == STOP
    assert {place["left"] for place in answer["places"]} == {1}
    found = [ask(tokens=[], write=LIMIT, **CUT) for _ in range(5)]
    assert len({tuple(one["tokens"]) for one in found}) > 1
    for one in found:
        for token, place in zip(one["tokens"], one["places"], strict=False):
            assert token in place["tokens"][: place["left"]]


def test_the_kernel_draws_one_and_stops_at_the_limit(completer):
    ask, plain = asking(completer), {"temperature": 1.0, "top_k": 0}
    one = ask(tokens=[START, START], write=1, **plain, top_p=1.0)
    assert len(one["tokens"]) == 3 and one["begun"] == 2
    full = [START] * LIMIT
    assert ask(tokens=full, write=5, **plain, top_p=1.0)["tokens"] == full
    ended = ask(tokens=[START, STOP], write=5, **plain, top_p=1.0)
    assert ended["tokens"] == [START, STOP]


def test_no_more_than_the_limit_is_read(completer):
    figure = findings.language.live(lambda name: completer).display
    request = {"number": 1, "text": "dog " * 81} | CUT
    figure.set_state({"request": request})
    assert "has 81 tokens: at most 80 are read" in figure.reply["error"]


def test_the_generator_of_a_figure_is_its_own(completer):
    """Two figures do not draw the same."""
    torch.manual_seed(1)
    texts = []
    for _ in range(2):
        ask = asking(completer)
        answer = ask(text="", write=LIMIT, temperature=2.0, top_k=0, top_p=1.0)
        texts.append(answer["tokens"])
    assert texts[0] != texts[1]


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
