"""Bags: what is in them, who has a nine and where, and that no digit is in two
splits.
"""

import pytest
import torch

from attnbook.data import painting
from attncourse.chapter4 import bags

NAMED = painting.handwritten()[1]


def drawn(split="train", count=60, size=7, seed=1):
    return bags.draw(split, count, size, torch.Generator().manual_seed(seed))


@pytest.mark.parametrize("size", [1, 7])
def test_every_other_bag_has_one_nine_at_its_place(size):
    found = drawn(size=size)
    nines = NAMED[found.digits] == 9
    assert found.digits.shape == (60, size)
    assert found.positive.tolist() == [False, True] * 30
    assert torch.equal(nines.sum(1), found.positive.long())
    assert (found.place[~found.positive] == -1).all()
    rows = found.positive.nonzero().flatten()
    assert nines[rows, found.place[rows]].all()
    assert len(set(found.place[rows].tolist())) == size, "at any place"


def test_images_are_the_digits_row_by_row():
    found = drawn(count=2, size=3)
    images = found.images()
    assert images.shape == (2, 3, 64)
    assert (images.min(), images.max()) == (0, 1)
    picture = painting.handwritten()[0][found.digits[1, 2]]
    assert torch.equal(images[1, 2], picture.float().flatten())


def test_splits_share_no_digit():
    splits = [
        set(drawn(split, 400, 20).digits.flatten().tolist())
        for split in ("train", "val", "test")
    ]
    assert sum(map(len, splits)) == len(set.union(*splits))


def test_a_mosaic_lays_digits_row_by_row_dark_on_white_with_white_between():
    digits = list(range(6))
    picture = bags.mosaic(digits, wide=3)
    side = bags.SIDE
    assert picture.shape == (3, 2 * side, 3 * side)
    for place, digit in enumerate(digits):
        i, j = divmod(place, 3)
        top, left = side * i, side * j
        cell = picture[:, top : top + side, left : left + side].clone()
        wanted = 1 - painting.handwritten()[0][digit].float()
        assert torch.equal(cell[:, 1:9, 1:9], wanted.expand(3, -1, -1))
        cell[:, 1:9, 1:9] = 1
        assert (cell == 1).all()


@pytest.mark.parametrize("digits", [[], [1, 2], torch.zeros(2, 3).long()])
def test_a_mosaic_is_full(digits):
    with pytest.raises(ValueError, match="rows of 3 digits"):
        bags.mosaic(digits, wide=3)
