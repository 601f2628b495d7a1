"""What is shown of scenes is what the result has."""

import pytest
import torch

from attncourse.chapter3 import findings, scenes
from attncourse.chapter3.findings.caption.captioners import NAME
from attncourse.chapter3.live.captioner import LiveCaptioner
from attncourse.experiments import results
from attncourse.experiments.results import Result
from tests.attncourse.live.captions import answers

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
    recipe = {"name": NAME}
    sizes = {f"{side}_bytes": {"value": k} for k, side in enumerate(SIDES)}
    result = Result(recipe, made, sizes, {}, {"cases": cases})
    monkeypatch.setattr(results, "load", lambda name: result)
    return cases


def test_the_recorded_scenes_are_those_of_the_result(stored):
    found = findings.caption.live()
    figure = found.display
    assert isinstance(figure, LiveCaptioner)
    names = [model["name"] for model in figure.models]
    assert names == ["caption-scenes-none", "caption-scenes-attention"]
    assert [model["bytes"] for model in figure.models] == [0, 1]
    for example, one in zip(figure.examples, stored, strict=True):
        assert [list(t.values()) for t in example["things"]] == one["things"]
        texts = [answer["text"] for answer in example["answers"]]
        assert texts == [one[side]["text"] for side in SIDES]
