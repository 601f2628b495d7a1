"""The matrices in the drawing of the flow have the sizes of the layer."""

import torch

from attnbook import heads
from attnbook.show.diagrams.chapter5.flow import SIZES


def test_the_sizes_are_those_of_a_layer():
    T, D = SIZES["T"], SIZES["D"]
    attend = heads.MultiHead(D, 1, key_width=SIZES["K"], value_width=SIZES["V"])
    x = torch.zeros(1, T, D)
    assert attend.weights(x, x).shape[2:] == (T, T)
