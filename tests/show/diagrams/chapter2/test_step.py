"""The numbers in drawings of attention are those of the definitions."""

import pytest
import torch

from attnbook import spec
from attnbook.show.diagrams.chapter2 import step
from attnbook.show.diagrams.chapter2.step import SCORES, STATES, read
from tests.show.diagrams.toys import said


def test_weights_and_context_are_those_of_spec():
    memory = torch.tensor(STATES, dtype=torch.float64)
    scores = iter(torch.tensor(SCORES, dtype=torch.float64))
    context, weights = spec.context(
        memory[0], memory, lambda s, h: next(scores)
    )
    found = read(SCORES, STATES)
    assert found[0] == pytest.approx(weights.tolist())
    assert found[1] == pytest.approx(context.tolist())
    labels = said(step())
    for value in (*weights.tolist(), *context.tolist()):
        assert f"{value:.3f}" in labels
    assert {f"{score:g}" for score in SCORES} <= set(labels)
