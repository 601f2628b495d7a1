"""Cross-entropy equals its definition, and padding has no part in it."""

import math

import pytest
import torch

from attnbook.train.images import class_loss, masked_loss
from attnbook.train.loss import cross_entropy
from attncourse import spec
from tests.toys import assert_same, gradients, normal, refused

B, T, N, PAD = 2, 5, 7, 0
TARGET = torch.tensor([[3, 6, 1, 0, 0], [2, 2, 5, 4, 0]])


@pytest.mark.parametrize("smoothing", [0.0, 0.1, 1.0])
def test_equals_the_definition(smoothing):
    logits = normal(B, T, N, seed=1)
    loop = sum(
        spec.cross_entropy(logits[b], TARGET[b], PAD, smoothing)
        for b in range(B)
    )
    assert_same(cross_entropy(logits, TARGET, PAD, smoothing), loop, logits)


def test_nothing_is_smoothed_unless_asked_for():
    logits = normal(B, T, N, seed=1)
    plain = cross_entropy(logits, TARGET, PAD, 0.0)
    assert cross_entropy(logits, TARGET, PAD) == plain


@pytest.mark.parametrize("share", [-1.0, 1.5, float("nan")])
def test_a_share_that_cannot_be_is_refused(share):
    with refused(f"smoothing must lie in 0 .. 1: smoothing={share}"):
        cross_entropy(normal(B, T, N, seed=1), TARGET, PAD, share)
    with refused(f"smoothing must lie in 0 .. 1: smoothing={share}"):
        class_loss(None, smoothing=share)
    with refused(f"share must lie in 0 .. 1: share={share}"):
        masked_loss(None, share=share)


def test_equal_logits_cost_the_logarithm_of_the_vocabulary():
    """Whatever the smoothing: 7 real tokens, log 7 each."""
    equal = torch.zeros(B, T, N, dtype=torch.float64)
    for smoothing in (0.0, 0.3):
        loss = cross_entropy(equal, TARGET, PAD, smoothing)
        assert float(loss) == pytest.approx(7 * math.log(N), rel=1e-12)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_padding_costs_nothing_and_sends_no_gradient(smoothing):
    logits = normal(B, T, N, seed=2)
    (gradient,) = gradients(
        cross_entropy(logits, TARGET, PAD, smoothing), logits
    )
    assert ((gradient == 0).all(-1) == (TARGET == PAD)).all()
    assert cross_entropy(logits[:, 3:][:1], TARGET[:1, 3:], PAD, smoothing) == 0


def test_smoothing_wants_the_smoothed_distribution():
    """The gradient vanishes where the model says exactly 1 - s + s / N and s /
    N, and nowhere sharper.
    """
    share, target = 0.2, torch.tensor([[3]])
    q = torch.full((1, 1, N), share / N, dtype=torch.float64)
    q[0, 0, 3] += 1 - share
    logits = q.log().requires_grad_()
    (gradient,) = gradients(cross_entropy(logits, target, PAD, share), logits)
    torch.testing.assert_close(gradient, torch.zeros_like(gradient))
