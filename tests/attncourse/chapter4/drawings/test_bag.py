"""The bag in the drawing holds the digits that it says."""

from sklearn import datasets

from attncourse.chapter4.drawings.bag import (
    BAG,
    WRITTEN,
    pixels,
)


def test_the_images_are_of_the_digits_of_the_bag():
    digits = datasets.load_digits()
    assert set(WRITTEN) == set(BAG) and BAG.count(9) == 1
    for kind, place in WRITTEN.items():
        assert digits.target[place] == kind
        assert pixels(kind).tolist() == (digits.images[place] / 16).tolist()
