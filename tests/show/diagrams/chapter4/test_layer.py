"""The matrices in the drawing of the layer have the sizes of the layer."""

import pytest
import torch

from attnbook import heads
from attnbook.show.diagrams.canvas import Canvas
from attnbook.show.diagrams.chapter4 import layer
from attnbook.show.diagrams.chapter4.layer import SIZES, matrix
from attnbook.show.diagrams.grid import UNIT
from tests.show.diagrams.toys import said


def test_a_matrix_is_drawn_in_proportion():
    box = matrix(Canvas(200, 200), 90, 80, "SM", "encoder")
    assert (box.x, box.y) == (90, 80)
    assert (box.w, box.h) == (SIZES["M"] * UNIT, SIZES["S"] * UNIT)


@pytest.mark.parametrize("lit", [False, True])
def test_one_row_is_lit_if_asked(lit):
    card = Canvas(200, 200)
    matrix(card, 90, 80, "TS", "value", lit)
    tints = [mark.tint for mark in card.marks if mark.fill == "value"]
    assert (0.5 in tints) == lit


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


def test_t_stands_at_both_ends_and_the_drawing_says_so():
    drawing = layer()
    labels = said(drawing)
    assert labels.count("T") == 2 and set(SIZES) <= set(labels)
    assert {"Wq", "Wk", "Wv", "QK\u22a4 / \u221aK", "softmax"} <= set(labels)
    assert "As many rows come out as queries go in" in drawing.caption
    assert f"T = {SIZES['T']}, S = {SIZES['S']}, D = {SIZES['D']}" in (
        drawing.caption
    )
