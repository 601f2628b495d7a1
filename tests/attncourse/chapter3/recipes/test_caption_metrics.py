"""What is measured of captioners, on captioners that are known: one that knows
all, one that looks at the corner, one that always says the same.
"""

from types import SimpleNamespace

import pytest
import torch

from attnbook.metrics.bleu import bleu
from attncourse.chapter3 import scenes
from attncourse.chapter3.recipes import caption_metrics
from attncourse.chapter3.scenes import Scene, Thing
from tests.toys import unchecked

COUNT = 60
RED = Thing("red", "circle", 20, 20, 16)
BLUE = Thing("blue", "square", 44, 20, 16)
GREEN = Thing("green", "cross", 32, 44, 16)
ONE, TWO = Scene((RED,)), Scene((RED, BLUE))
THREE = Scene((GREEN, BLUE, RED))


class Known:
    """A captioner of scenes, found again by their images; where it looks, and
    how many things it sees, can be chosen.
    """

    def __init__(self, attention="additive", things=6, corner=False):
        self.looks = attention != "none"
        config = SimpleNamespace(attention=attention)
        self.model = SimpleNamespace(config=config)
        self.things, self.corner = things, corner
        self.by_image = {
            picture.numpy().tobytes(): scene
            for split in (*caption_metrics.SPLITS, "train")
            for found in [scenes.split(split, COUNT)]
            for scene, picture in zip(found, scenes.paint(found), strict=True)
        }

    def describe(self, picture):
        scene = self.by_image.get(picture.numpy().tobytes())
        if scene is None:
            return "a white wall"
        return Scene(scene.read[: self.things]).caption

    def caption(self, pictures):
        return [self.describe(picture) for picture in pictures]

    def attention(self, picture, caption):
        scene = self.by_image[picture.numpy().tobytes()]
        assert caption == scene.caption
        maps = torch.zeros(len(scene.words) + 1, 64, 64)
        for t, (_, place) in enumerate(scene.words):
            left, top, right, bottom = scenes.box(scene.read[place])
            if place >= 0 and not self.corner:
                maps[t, (top + bottom) // 2, (left + right) // 2] = 1
        return maps

    def trace(self, picture):
        weights = torch.full((1, 2, 2), 1 / 3)
        text = self.describe(picture)
        return {
            "text": text,
            "target": text.split(),
            "weights": weights if self.looks else None,
        }


@pytest.fixture(autouse=True)
def plain():
    """The annotations name the real captioner."""
    with unchecked():
        yield


def test_shares_by_hand():
    said = ["a red square", "a red circle above a blue square", "a"]
    found = [ONE, TWO, THREE]
    assert caption_metrics.slot_hits(said, found) == [
        [True, False],
        [True] * 4,
        [False] * 6,
    ]
    assert caption_metrics.shares(said, found) == [0.5, 1, 0]
    scored = caption_metrics.score(said, found)
    assert scored.pop("bleu") == bleu(said, [s.caption for s in found])[0]
    assert scored == {
        "slots": 5 / 12,
        "colours": 3 / 6,
        "kinds": 2 / 6,
        "exact": 0,
    }


def test_one_that_knows_all_is_right_everywhere_and_looks_there():
    measured = caption_metrics.measure(Known(), COUNT)
    for split in caption_metrics.SPLITS:
        found = scenes.split(split, COUNT)
        assert measured.captions[split] == [scene.caption for scene in found]
        scored = caption_metrics.score(measured.captions[split], found)
        assert scored.pop("bleu") == pytest.approx(100)
        assert set(scored.values()) == {1}
        rows = measured.pointing[split]
        assert [row["word"] for row in rows] == ["colour", "kind"]
        things = sum(len(scene.things) for scene in found)
        assert [row["words"] for row in rows] == [things] * 2
        assert [row["share"] for row in rows] == [1, 1]
        assert [row["near"] for row in rows] == [1, 1]
        assert all(1 / 64 < row["peak"] <= 1 for row in rows)


def test_who_looks_at_the_corner_hits_nothing():
    found = scenes.split("test", 20)
    rows = caption_metrics.pointing(Known(corner=True), found)
    assert [row["share"] for row in rows] == [0, 0]


def test_who_does_not_look_has_no_rows_and_who_does_not_see_sees_white():
    measured = caption_metrics.measure(Known("none"), 5)
    assert measured.pointing == {"test": [], "held": []}
    blind = caption_metrics.measure(Known("none"), 5, sees=False)
    assert blind.captions["held"] == ["a white wall"] * 5


def test_scores_by_the_number_of_things():
    """Who stops after two things gets two of n right."""
    found = scenes.split("test", COUNT)
    said = Known(things=2).caption(list(scenes.paint(found)))
    rows = caption_metrics.by_things(said, found)
    assert [row["things"] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert sum(row["scenes"] for row in rows) == COUNT
    assert [row["slots"] for row in rows] == pytest.approx(
        [1, 1, 2 / 3, 2 / 4, 2 / 5, 2 / 6]
    )


def test_looking_anywhere_hits_as_much_as_the_boxes_cover():
    chance, middle = caption_metrics.baselines([TWO, THREE])
    areas = []
    for thing in (*TWO.things, *THREE.things):
        left, top, right, bottom = scenes.box(thing)
        areas.append((right - left) * (bottom - top) / 64**2)
    assert chance["share"] == pytest.approx(sum(areas) / 5)
    assert (chance["words"], middle["words"]) == (5, 5)
    assert middle["share"] == 0
    centre = Scene((RED._replace(x=32, y=32),))
    assert caption_metrics.baselines([centre])[1]["share"] == 1


def test_cases_are_the_first_success_and_three_ranks():
    captioners = {"all": Known(), "two": Known("none", things=2)}
    found = scenes.split("held", COUNT)
    four = caption_metrics.with_things(found, 4)
    cases = caption_metrics.cases(captioners, ("all", "two"), COUNT)
    assert cases[0]["rank"] is None
    assert cases[0]["scene"] == four[0]
    n = len(four)
    ranks = [1 + n // 20, 1 + n // 2, 1 + n * 19 // 20]
    assert [case["rank"] for case in cases[1:]] == ranks
    assert {case["of"] for case in cases} == {n}


def test_what_is_stored_of_a_scene_can_be_painted_again():
    told = caption_metrics.example(
        scenes.split("train", 1)[0], {"all": Known(), "none": Known("none")}
    )
    (scene,) = scenes.split("train", 1)
    assert Scene(tuple(Thing(*thing) for thing in told["things"])) == scene
    assert told["caption"] == told["all"]["text"] == scene.caption
    assert told["all"]["weights"] == [[0.333] * 4]
    assert "weights" not in told["none"]
