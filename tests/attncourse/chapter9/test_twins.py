"""Two digits in two corners: what stands there, and the answer."""

import pytest
import torch

from attnbook.data import labelled
from attncourse.chapter9 import twins
from tests.toys import refused


@pytest.mark.parametrize("part", ["train", "test"])
def test_the_answer_is_that_of_the_digits(part):
    data, digits = twins.load(part), labelled.digits(part)
    known = {
        bytes(image): int(label)
        for image, label in zip(digits.images, digits.labels, strict=True)
        for image in [image.numpy()]
    }
    assert data.labels.float().mean() == 0.5
    seen = set()
    for image, label in list(zip(data.images, data.labels, strict=True))[:400]:
        found = {}
        for top, left in twins.CORNERS.tolist():
            corner = image[:, top : top + 8, left : left + 8]
            if corner.any():
                found[top, left] = bytes(corner.contiguous().numpy())
        assert len(found) == 2 and len(set(found.values())) == 2
        first, second = (known[digit] for digit in found.values())
        assert (first == second) == (data.classes[label] == "same")
        seen.add(tuple(found))
        around = image.clone()
        for top, left in found:
            around[:, top : top + 8, left : left + 8] = 0
        assert not around.any()
    assert len(seen) == 6, "all pairs of corners"


def test_the_same_images_each_time():
    one, two = twins.load("test"), twins.load("test")
    assert torch.equal(one.images, two.images)
    with refused("train, test: 'val'"):
        twins.load("val")
