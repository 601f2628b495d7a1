"""The matrices in the drawing of the layer have the sizes of the layer."""

import torch

from attnbook import heads
from attnbook.show.diagrams.chapter4.layer import SIZES


def test_the_sizes_are_those_of_a_layer():
    B = 1
    attend = heads.MultiHead(
        SIZES["D"],
        1,
        memory_width=SIZES["M"],
        key_width=SIZES["K"],
        value_width=SIZES["V"],
    )
    x = torch.zeros(B, SIZES["T"], SIZES["D"])
    memory = torch.zeros(B, SIZES["S"], SIZES["M"])
    assert attend.weights(x, memory).shape[2:] == (SIZES["T"], SIZES["S"])
    assert attend(x, memory).shape[1] == SIZES["T"]
