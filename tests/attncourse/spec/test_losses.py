"""Known probabilities."""

import torch

from attncourse import spec
from tests.attncourse.spec.toys import vector
from tests.toys import S, assert_same, normal


def test_cross_entropy_of_known_probabilities():
    logits = vector(1, 2, 5, 2, 2, 4).log().reshape(2, 3)
    target = torch.tensor([2, 1])
    torch.testing.assert_close(
        spec.cross_entropy(logits, target, pad=0),
        -vector(5 / 8 * 2 / 8).log()[0],
    )
    assert spec.cross_entropy(logits, torch.tensor([0, 0]), pad=0) == 0


def test_smoothed_cross_entropy_is_the_mixture():
    logits, target, share = normal(1, S, seed=6), torch.tensor([3]), 0.25
    p = logits.log_softmax(-1)[0]
    expected = -(1 - share) * p[3] - share * p.mean()
    assert_same(spec.cross_entropy(logits, target, 0, share), expected, logits)
