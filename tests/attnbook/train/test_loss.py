"""Cross-entropy equals its definition, and padding has no part in it."""

import pytest
import torch

from attnbook.train.images import class_loss
from attnbook.train.loss import cross_entropy
from attncourse import spec
from tests.toys import assert_same, normal, refused

B, T, N, PAD = 2, 5, 7, 0
TARGET = torch.tensor([[3, 6, 1, 0, 0], [2, 2, 5, 4, 0]])


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
def test_equals_the_definition(smoothing):
    logits = normal(B, T, N, seed=1)
    loop = sum(
        spec.cross_entropy(logits[b], TARGET[b], PAD, smoothing)
        for b in range(B)
    )
    asked = [smoothing] if smoothing else []  # no smoothing unless asked for
    assert_same(cross_entropy(logits, TARGET, PAD, *asked), loop, logits)


@pytest.mark.parametrize("share", [-1.0, 1.5, float("nan")])
def test_a_share_that_cannot_be_is_refused(share):
    with refused(f"smoothing must lie in 0 .. 1: smoothing={share}"):
        cross_entropy(normal(B, T, N, seed=1), TARGET, PAD, share)
    with refused(f"smoothing must lie in 0 .. 1: smoothing={share}"):
        class_loss(None, smoothing=share)
