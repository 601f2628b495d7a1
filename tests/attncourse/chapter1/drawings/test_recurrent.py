"""The numbers in drawings of recurrent networks are those of the networks."""

import math

import pytest
import torch

from attncourse import spec
from attncourse.chapter1.drawings import gate, recurrence
from attncourse.chapter1.drawings.recurrent import states
from tests.attncourse.drawing.toys import said


def reference(inputs):
    """The states of the example by hand."""

    def step(x, h):
        return torch.tanh(0.5 * x + 1.0 * h)

    start = torch.zeros((), dtype=torch.float64)
    return spec.recurrence(step, [torch.tensor(x) for x in inputs], start)


def test_states_are_those_of_the_loop():
    expected = [h.item() for h in reference((1.0, 0.0, 2.0))]
    assert states((1.0, 0.0, 2.0)) == pytest.approx([0, *expected])
    labels = said(recurrence())
    for value in expected:
        assert f"{value:.2f}" in labels
        assert f"{value:.4f}" in recurrence().alt


@pytest.mark.parametrize("z", [0.9, 0.1])
def test_the_gate_mixes_as_the_cell_does(z):
    """A cell of width 1 whose biases give this gate and this candidate."""
    old, new = 0.8, -0.4
    logit, opposite = math.log(z / (1 - z)), math.atanh(new)
    b = torch.tensor([0.0, logit, opposite])
    zero = torch.zeros(3, 1)
    cell = spec.Gates(zero, zero, b, torch.zeros(3))
    mixed = spec.gru(torch.zeros(1), torch.tensor([old]), cell).item()
    assert f"{mixed:.2f}".replace("-", "\u2212") in said(gate(old, new))
