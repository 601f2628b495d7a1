"""The matrices in the drawing of the flow have the sizes of the layer."""

import torch

from attnbook import heads
from attnbook.show.diagrams.canvas import Canvas
from attnbook.show.diagrams.chapter5 import self_attention
from attnbook.show.diagrams.chapter5.flow import LANES, LIT, SIZES, lane, matrix
from attnbook.show.diagrams.grid import UNIT
from tests.show.diagrams.toys import said


def test_the_sizes_are_those_of_a_layer():
    T, D = SIZES["T"], SIZES["D"]
    attend = heads.MultiHead(D, 1, key_width=SIZES["K"], value_width=SIZES["V"])
    x = torch.zeros(1, T, D)
    assert attend.weights(x, x).shape[2:] == (T, T)


def test_each_lane_ends_in_as_many_rows_as_x():
    for name in LANES:
        card = Canvas(440, 400)
        x = matrix(card, 52, LANES["k"], "TD", "encoder", True)
        made = lane(card, x, name)
        size = SIZES["V"] if name == "v" else SIZES["K"]
        assert (made.w, made.h) == (size * UNIT, x.h)
        assert made.y == LANES[name]


def test_the_drawing_says_one_input_three_matrices():
    drawing = self_attention()
    labels = said(drawing)
    assert labels.count("X") == 1
    assert {"Wq", "Wk", "Wv", "Q", "K", "V"} <= set(labels)
    assert {"scores", "softmax of", "each row", "weights"} <= set(labels)
    assert {"times V", "output"} <= set(labels) and labels.count("T") == 2
    assert "One input, three times" in drawing.caption
    assert "a square, T \u00d7 T." in drawing.caption
    assert 0 <= LIT < SIZES["T"]
