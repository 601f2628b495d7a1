"""The numbers in drawings of attention are those of the definitions."""

import pytest
import torch

from attnbook import spec
from attnbook.show.diagrams.chapter2 import attention, qkv, step
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


def test_the_numbers_worked_out_by_hand():
    weights, context = read((2.0, 1.0, 0.0), ((1, 0), (0, 1), (1, 1)))
    assert weights == pytest.approx([0.665, 0.245, 0.090], abs=5e-4)
    assert context == pytest.approx([0.755, 0.335], abs=5e-4)


def test_weights_of_the_scene_sum_to_one():
    shown = [float(text) for text in said(attention()) if text[:2] == "0."]
    assert len(shown) == 3
    assert sum(shown) == pytest.approx(1, abs=0.011)


def test_the_same_scene_with_names():
    plain, named = said(attention()), said(qkv())
    assert {"query", "keys", "values"} <= set(named) - set(plain)
    assert set(plain) - {"weights", "context"} <= set(named)
