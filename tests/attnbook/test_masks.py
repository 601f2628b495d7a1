"""Masks: four axes, True = may attend."""

import pytest
import torch

from attnbook import masks
from attncourse import spec
from tests.toys import B, S, T, refused


@pytest.mark.parametrize(
    ("queries", "keys"), [(T, S), (S, T), (S, S), (1, S), (T, 1)]
)
def test_causal_equals_its_loop(queries, keys):
    assert torch.equal(
        masks.causal(queries, keys)[0, 0], spec.causal(queries, keys)
    )
    assert masks.causal(queries, keys).shape == (1, 1, queries, keys)


def test_causal_is_square_and_on_the_cpu_unless_it_is_told_otherwise():
    assert torch.equal(masks.causal(T), masks.causal(T, T))
    assert masks.causal(T, S).device.type == "cpu"
    assert masks.causal(T, S, torch.device("meta")).device.type == "meta"


def test_padding_equals_its_loop():
    tokens = torch.tensor([[5, 3, 2, 0, 0], [7, 2, 0, 0, 0]])
    mask = masks.padding(tokens, 0)
    assert mask.shape == (B, 1, 1, T)
    assert torch.equal(
        mask[:, 0, 0], torch.stack([spec.padding(row, 0) for row in tokens])
    )


def test_tokens_of_a_wrong_shape_are_refused():
    with refused(r"two axes \(B, S\): shape=\(4,\)"):
        masks.padding(torch.tensor([1, 2, 3, 0]), 0)
