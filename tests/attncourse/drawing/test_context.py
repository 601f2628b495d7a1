"""Weights and contexts in drawings are those of the definition."""

import pytest
import torch

from attnbook import spec
from attnbook.show.diagrams import chapter2, chapter3
from attnbook.show.diagrams.chapter2.step import SCORES, STATES, read
from attnbook.show.diagrams.chapter3 import look
from tests.show.diagrams.toys import said


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
