"""Torch's own loss."""

import pytest
import torch
from torch.nn import functional as F

from attncourse import spec
from tests.toys import S, assert_same, normal


@pytest.mark.parametrize("share", [0.0, 0.25])
def test_cross_entropy_is_torchs(share):
    """Padding costs nothing."""
    logits, target = normal(3, S, seed=6), torch.tensor([3, 0, 1])
    theirs = F.cross_entropy(
        *(logits, target),
        ignore_index=0,
        reduction="sum",
        label_smoothing=share,
    )
    assert_same(spec.cross_entropy(logits, target, 0, share), theirs, logits)
