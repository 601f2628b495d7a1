"""The bag in the drawing holds the digits that it says."""

import pytest
import torch
from sklearn import datasets

from attncourse.chapter4.drawings import bag
from attncourse.chapter4.drawings.bag import (
    BAG,
    FEATURES,
    SCORES,
    WRITTEN,
    pixels,
    pooled,
    weights,
)
from tests.attncourse.drawing.toys import said


def test_the_images_are_of_the_digits_of_the_bag():
    digits = datasets.load_digits()
    assert set(WRITTEN) == set(BAG) and BAG.count(9) == 1
    for kind, place in WRITTEN.items():
        assert digits.target[place] == kind
        assert pixels(kind).tolist() == (digits.images[place] / 16).tolist()


def test_the_mean_is_pale_and_attention_gives_the_features_of_the_nine():
    even = [1 / len(BAG)] * len(BAG)
    rows = torch.tensor([FEATURES[kind] for kind in BAG], dtype=torch.float64)
    assert pooled(even) == pytest.approx(rows.mean(0).tolist())
    assert max(pooled(even)) < 0.4
    assert pooled(weights()) == pytest.approx(FEATURES[9], abs=0.07)


def test_the_nine_has_the_weight_that_is_said():
    found = weights()
    expected = torch.tensor(SCORES, dtype=torch.float64).softmax(0)
    assert found == pytest.approx(expected.tolist())
    nine = f"{found[BAG.index(9)]:.2f}"
    drawing = bag()
    labels = said(drawing)
    assert {f"{share:.2f}" for share in found} <= set(labels)
    assert labels.count(f"{1 / len(BAG):.2f}") == len(BAG)
    assert f"A learned query gives it {nine}" in drawing.caption
