"""Weights and contexts in drawings are those of the definition."""

import pytest
import torch

from attncourse import spec
from attncourse.chapter2 import drawings as chapter2
from attncourse.chapter2.drawings.step import SCORES, STATES, read
from attncourse.chapter3 import drawings as chapter3
from attncourse.chapter3.drawings import look
from tests.attncourse.drawing.toys import said


@pytest.mark.parametrize(
    ("found", "scores", "memory", "draw"),
    [
        (read(SCORES, STATES), SCORES, STATES, chapter2.step),
        (look.read(), look.SCORES, look.FEATURES, chapter3.by_hand),
    ],
    ids=["step", "look"],
)
def test_weights_and_context_are_those_of_spec(found, scores, memory, draw):
    memory = torch.tensor(memory, dtype=torch.float64)
    scores = torch.tensor(scores, dtype=torch.float64).flatten()
    given = iter(scores)
    context, weights = spec.context(memory[0], memory, lambda s, h: next(given))
    assert found[0] == pytest.approx(weights.tolist())
    assert found[1] == pytest.approx(context.tolist())
    labels = said(draw())
    for value in (*weights.tolist(), *context.tolist()):
        assert f"{value:.3f}" in labels
    assert {f"{score:g}" for score in scores.tolist()} <= set(labels)
