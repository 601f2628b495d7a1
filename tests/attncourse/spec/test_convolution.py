"""Torch's own convolution."""

import pytest
import torch

from attncourse import spec
from tests.toys import assert_same, normal


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
