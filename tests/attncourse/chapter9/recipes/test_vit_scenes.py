"""The pointing game on a Vision Transformer, in miniature."""

import pytest
import torch

from attnbook.models import vit
from attncourse.chapter9 import lone
from attncourse.chapter9.recipes import vit_scenes


def test_a_class_token_that_reads_one_patch_points_there():
    """With weights that are known."""
    test = lone.load("test", 60)

    class Pointer:
        config = vit.Config(64, 8, 3, 6, 8, 2, 8, 2)

        def __init__(self, places):
            self.places = places

        def weights(self, images):
            found = torch.zeros(len(images), 2, 2, 65, 65)
            for row, k in zip(found, self.places, strict=True):
                row[..., 0, 1 + k] = 1
            return found

    inside, outside = [], []
    for left, top, right, bottom in test.boxes:
        i, j = (top + bottom) // 2 // 8, (left + right) // 2 // 8
        inside.append(8 * i + j)
        outside.append(8 * ((i + 4) % 8) + (j + 4) % 8)
    for places, wanted in ((inside, 1), (outside, 0)):
        for row in vit_scenes.played(Pointer(places), test):
            assert row["share"] == wanted, row


def test_chance_is_the_share_of_the_boxes():
    assert vit_scenes.chance([(0, 0, 64, 64)]) == 1
    boxes = [(0, 0, 32, 32), (10, 10, 10, 20)]
    assert vit_scenes.chance(boxes) == pytest.approx(1 / 8)
