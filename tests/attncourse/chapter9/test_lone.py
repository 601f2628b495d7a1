"""One shape among digits: its colour and its place."""

import pytest
import torch

from attnbook.data import painting
from attncourse.chapter3 import scenes
from attncourse.chapter9 import lone
from tests.toys import refused


def test_each_scene_has_one_shape_whose_colour_is_asked():
    found = lone.load("test", 200)
    assert 20 < len(found.scenes) < 100
    for scene, image, label, box in zip(
        found.scenes, found.data.images, found.data.labels, found.boxes,
        strict=True,
    ):  # fmt: skip
        shapes = [x for x in scene.things if x.kind in painting.SHAPES]
        assert len(shapes) == 1 < len(scene.things)
        assert shapes[0].colour == found.data.classes[label]
        assert box == scenes.box(shapes[0])
        assert torch.equal(image, scenes.paint([scene])[0])
    assert len(found.data.labels.unique()) == len(painting.COLOURS)


def test_a_part_without_such_scenes_is_refused():
    with refused("no scene of test with one shape: count=0"):
        lone.load("test", 0)
    with pytest.raises(ValueError):
        lone.load("other", 10)
