"""The numbers in drawings of looking are those of the definitions."""

import pytest
import torch

from attnbook import spec
from attnbook.show.diagrams.chapter3 import by_hand, captioner
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


def test_every_word_reads_the_place_of_its_thing():
    labels = said(captioner())
    assert set(LOOKS) <= set(labels)
    for thing in THINGS:
        place = int(3 * thing.y), int(3 * thing.x)
        for word in (thing.colour, thing.kind):
            assert LOOKS.get(word, place) == place
