"""The drawings of chapter 9 show what the library computes."""

import torch
from torch.nn import functional as F

from attnbook.models import vit
from attnbook.patches import patchify
from attncourse.chapter9 import drawings as chapter9
from attncourse.chapter9.drawings.embedding import (
    FILTER,
    IMAGE,
    PATCH,
    products,
    rows,
)
from attncourse.chapter9.drawings.whole import P
from tests.attncourse.drawing.toys import said


def test_both_ways_give_the_numbers_that_are_drawn():
    image, column = (
        torch.tensor([[IMAGE]]).float(),
        torch.tensor(FILTER).float(),
    )
    cut = patchify(image, PATCH)[0]
    assert cut.tolist() == rows()
    assert (cut @ column).tolist() == products()
    filters = column.reshape(1, 1, PATCH, PATCH)
    grid = F.conv2d(image, filters, stride=PATCH)
    assert grid.flatten().tolist() == products()
    assert len(set(products())) == len(products()), "told apart"
    drawn = said(chapter9.embedding())
    for k, value in enumerate(products()):
        assert drawn.count(str(value)) >= 2, k


def test_a_class_token_stands_before_as_many_patches_as_the_model_reads():
    config = vit.Config(len(IMAGE), PATCH)
    assert config.grid**2 == P == len(rows())
    drawn = said(chapter9.whole())
    assert drawn.count("Epatch") == P
    places = [f"p{k}" for k in range(P + 1)]
    assert [label for label in drawn if label in places] == places
    model = vit.build(config)
    assert len(model.positions.table) == len(places)
