"""The numbers in drawings of looking are those of the definitions."""

import pytest
import torch

from attnbook import spec
from attnbook.show.diagrams.chapter3 import by_hand, captioner, soft_hard
from attnbook.show.diagrams.chapter3.look import FEATURES, LOOKS, SCORES, read
from attnbook.show.diagrams.chapter3.scene import THINGS
from tests.show.diagrams.toys import said


def test_weights_and_context_are_those_of_spec():
    features = torch.tensor(FEATURES, dtype=torch.float64)
    scores = iter(torch.tensor(SCORES, dtype=torch.float64).flatten())
    context, weights = spec.context(
        features[0], features, lambda s, h: next(scores)
    )
    found = read()
    assert found[0] == pytest.approx(weights.tolist())
    assert found[1] == pytest.approx(context.tolist())
    labels = said(by_hand())
    for value in (*weights.tolist(), *context.tolist()):
        assert f"{value:.3f}" in labels


def test_the_numbers_worked_out_by_hand():
    weights, context = read()
    assert weights == pytest.approx([0.610, 0.083, 0.225, 0.083], abs=6e-4)
    assert context == pytest.approx([0.610, 0.225], abs=6e-4)


def test_every_word_reads_the_place_of_its_thing():
    labels = said(captioner())
    assert set(LOOKS) <= set(labels)
    for thing in THINGS:
        place = int(3 * thing.y), int(3 * thing.x)
        for word in (thing.colour, thing.kind):
            assert LOOKS.get(word, place) == place


def test_soft_is_the_mean_and_hard_is_one_of_the_features():
    labels = said(soft_hard())
    assert "(0.61, 0.22)" in labels
    assert any(label.startswith("(1, 0), or (0, 1)") for label in labels)
