"""The law of a scaling experiment is found again, and its spread."""

import pytest
import torch

from attncourse.chapter10.law import Law, drawn, fit

LAW = Law(3e7, 1.8e9, 0.22, 0.15)
SIZES = [n for n in (2e4, 6e4, 1.2e5, 2e5) for _ in range(4)]
TOKENS = [7e4, 1.4e5, 2.8e5, 5.6e5] * 4


def losses(noise: float) -> list[float]:
    generator = torch.Generator().manual_seed(3)
    drawn = noise * torch.randn(len(SIZES), generator=generator)
    exact = map(LAW.loss, SIZES, TOKENS)
    return [x + y for x, y in zip(exact, drawn.tolist(), strict=True)]


def test_an_exact_law_is_found():
    found = fit(SIZES, TOKENS, losses(0))
    assert found == pytest.approx(LAW, rel=1e-6)


def test_with_noise_a_larger_model_is_predicted_within_the_spread():
    """Of the loss, to its noise."""
    many = drawn(SIZES, TOKENS, losses(0.003))
    predicted = sorted(law.loss(4e5, 5.6e5) for law in many)
    assert predicted[0] < LAW.loss(4e5, 5.6e5) < predicted[-1]
    assert predicted[-1] - predicted[0] < 0.1
