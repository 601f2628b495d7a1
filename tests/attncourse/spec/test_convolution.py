"""Small integers, and torch's own convolution."""

import pytest
import torch

from attncourse import spec
from tests.attncourse.spec.toys import vector
from tests.toys import assert_same, normal


def test_the_middle_of_a_filter_copies_and_its_sides_move():
    image = vector(*range(1, 7)).reshape(1, 2, 3)
    filters = torch.zeros(2, 1, 3, 3, dtype=torch.float64)
    filters[0, 0, 1, 1] = 1  # the pixel itself
    filters[1, 0, 1, 0] = 10  # its left neighbour
    copy, moved = spec.convolution(image, filters, vector(0, 0.5))
    assert copy.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert moved.tolist() == [[0.5, 10.5, 20.5], [0.5, 40.5, 50.5]]


def test_a_filter_of_ones_counts_what_lies_inside():
    ones = torch.ones(2, 3, 3, dtype=torch.float64)
    (counted,) = spec.convolution(ones, ones[None, :, :3, :3], vector(0))
    assert counted.tolist() == [[8, 12, 8], [12, 18, 12], [8, 12, 8]]
    assert spec.filter_at(ones, ones, 0, 2) == 8


@pytest.mark.parametrize("stride", [1, 2])
def test_convolution_is_torchs(stride):
    """Of a height and a width that are odd, and even; without a shortcut for
    any gradient.
    """
    image, bias = normal(2, 5, 6, seed=1), normal(3, seed=2)
    filters = normal(3, 2, 3, 3, seed=3)
    theirs = torch.nn.functional.conv2d(
        image[None], filters, bias, stride=stride, padding=1
    )[0]
    ours = spec.convolution(image, filters, bias, stride)
    assert_same(ours, theirs, image, filters, bias)
