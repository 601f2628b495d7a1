"""The figure of the digit models."""

import json

import pytest

from attnbook import pretrained
from attncourse.chapter9 import findings
from attncourse.chapter9.live.patches import READERS, record
from attncourse.experiments import results


@pytest.fixture(scope="module")
def readers():
    names = results.load("vit-digits-looks").recipe["models"]
    return [pretrained.load(name) for name in names]


def test_the_models_are_those_of_the_figure(readers):
    sizes = [
        (one.model.config.patch, one.model.config.positions) for one in readers
    ]
    assert tuple(sizes) == READERS
    models = findings.digits.live().display.models
    assert sum(model["bytes"] for model in models) < 1_000_000


def test_what_is_recorded_is_what_the_shipped_models_give(readers):
    """To the last digit or so: processors round sums differently."""
    figure = findings.digits.live().display
    assert len(json.dumps(figure.examples)) < 150_000
    for example in results.load("vit-digits-looks").samples["examples"]:
        again = record(readers, example["image"], example["label"])
        for part in ("answers", "shuffled"):
            for one, other in zip(again[part], example[part], strict=True):
                for name in ("probabilities", "rollout"):
                    assert one[name] == pytest.approx(other[name], abs=3e-4)
