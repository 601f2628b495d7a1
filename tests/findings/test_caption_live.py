"""What the live figure of the captioners is made of."""

import pytest
import torch

from attnbook import findings, results
from attnbook.data import scenes
from attnbook.results import Result
from attnbook.show.live.captioner import LiveCaptioner
from tests.show.live.captions import answers, grid

SIDES = ("none", "attention")


def case(number: int, things: int = 4) -> dict:
    """A scene as the recipe stores it, with toy answers."""
    drawn = scenes.scene(torch.Generator().manual_seed(number), "held", things)
    return {
        "things": [list(thing) for thing in drawn.things],
        "caption": drawn.caption,
    } | dict(zip(SIDES, answers(drawn), strict=True))


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """The cases of a result that is not there yet."""
    cases = [case(1), case(2)]
    made = {"machine": "toy", "seconds": 0}
    recipe = {"name": findings.caption.NAME}
    result = Result(recipe, made, {}, {}, {"cases": cases})
    monkeypatch.setattr(results, "load", lambda name: result)
    monkeypatch.setattr(findings.caption, "_bytes", len)
    return cases


def test_the_recorded_scenes_are_those_of_the_result(stored):
    found = findings.caption.live()
    figure = found.shows
    assert isinstance(figure, LiveCaptioner)
    assert not figure.kernel
    names = [model["name"] for model in figure.models]
    assert names == ["caption-scenes-none", "caption-scenes-attention"]
    assert [model["bytes"] for model in figure.models] == [19, 24]
    for example, one in zip(figure.examples, stored, strict=True):
        assert [list(t.values()) for t in example["things"]] == one["things"]
        texts = [answer["text"] for answer in example["answers"]]
        assert texts == [one[side]["text"] for side in SIDES]
    assert "The first 2 scenes of the list are recorded" in found.caption


def test_in_a_notebook_the_loaded_models_answer(stored):
    """They get the picture of the scene that the page has sent."""
    asked = []

    class Toy:
        def trace(self, picture):
            asked.append(picture)
            return {"text": "a", "target": ["a"], "weights": grid(1)}

    figure = findings.caption.live(lambda name: Toy()).shows
    things = figure.examples[1]["things"]
    figure.set_state({"request": {"number": 1, "things": things}})
    assert [a["text"] for a in figure.reply["answers"]] == ["a", "a"]
    scene = scenes.Scene(tuple(scenes.Thing(*t) for t in stored[1]["things"]))
    assert (asked[0] == scenes.paint([scene])[0]).all()


def test_scenes_of_another_choice_are_refused(stored):
    stored.append(case(3, things=3))
    with pytest.raises(AssertionError, match="four things"):
        findings.caption.live()
