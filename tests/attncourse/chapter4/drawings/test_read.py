"""The numbers in drawings of one query are those of the definitions."""

import pytest
import torch

from attncourse import spec
from attncourse.chapter4.drawings import by_hand, soft_dictionary
from attncourse.chapter4.drawings.read import (
    ENTRIES,
    KEYS,
    QUERY,
    VALUES,
    numbers,
    small,
    soft,
)
from tests.attncourse.drawing.toys import said


def test_by_hand_is_what_torch_computes():
    q, k, v = (
        torch.tensor(rows, dtype=torch.float64)
        for rows in ((QUERY,), KEYS, VALUES)
    )
    context = torch.nn.functional.scaled_dot_product_attention(q, k, v)
    found = numbers()
    assert found["output"] == pytest.approx(context[0].tolist())
    assert found["output"] == pytest.approx(spec.attend(q, k, v)[0].tolist())
    labels = said(by_hand())
    for row in found.values():
        assert {small(value) for value in row} <= set(labels)


def test_a_soft_dictionary_reads_every_value():
    weights, mean = soft()
    assert sum(weights) == pytest.approx(1) and min(weights) > 0
    products = zip(weights, ENTRIES.values(), strict=True)
    assert mean == pytest.approx(sum(w * value for w, value in products))
    labels = said(soft_dictionary())
    assert {f"{weight:.2f}" for weight in weights} <= set(labels)
    assert f"{mean:.1f}" in labels and labels.count("1") == 1
    assert "mixes the values" in soft_dictionary().caption
