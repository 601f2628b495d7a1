"""What colour is the shape? Scenes with one shape among handwritten digits, so
that an answer has one place. Built in chapter 9.
"""

from typing import NamedTuple

import torch

from attnbook.data import labelled, painting
from attnbook.data.labelled import Labelled
from attncourse.chapter3 import scenes
from attncourse.chapter3.scenes import Scene


class Lone(NamedTuple):
    """Images with the colours of their shapes, the scenes that they show, and
    the boxes of the shapes, in pixels.
    """

    data: Labelled
    scenes: list[Scene]
    boxes: list[scenes.Box]


def load(part: str, count: int) -> Lone:
    """Those of the first `count` scenes of a part of `scenes` that have one
    shape and at least one digit, which is about one in four.

    Raises ValueError for another part, and if there is no such scene.
    """
    found, shapes = [], []
    for scene in scenes.split(part, count):
        lone = [x for x in scene.things if x.kind in painting.SHAPES]
        if len(lone) == 1 < len(scene.things):
            found.append(scene)
            shapes.append(lone[0])
    if not found:
        raise ValueError(f"no scene of {part} with one shape: count={count}")
    colours = tuple(painting.COLOURS)
    labels = torch.tensor([colours.index(shape.colour) for shape in shapes])
    data = labelled.checked(scenes.paint(found), labels, colours, "lone")
    return Lone(data, found, [scenes.box(shape) for shape in shapes])
