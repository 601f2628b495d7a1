"""Links and their error rate by hand and by the definition."""

import random

import pytest
import torch

from attnbook.metrics import alignment
from attncourse import spec
from tests.toys import refused


def test_links_follow_the_greatest_weight():
    weights = torch.tensor([[0.1, 0.7, 0.2], [0.5, 0.2, 0.3]])
    assert alignment.links(weights) == {(0, 1), (1, 0)}


@pytest.mark.parametrize("seed", range(7))
def test_alignment_error_rate_is_the_definition(seed):
    draw = random.Random(seed)
    found, sure, possible = (
        {(draw.randrange(5), draw.randrange(7)) for _ in range(11)}
        for _ in range(3)
    )
    expected = spec.alignment_error_rate(found, sure, possible)
    assert alignment.alignment_error_rate(found, sure, possible) == expected


@pytest.mark.parametrize(("predicted", "sure"), [(0, 1), (1, 0)])
def test_alignments_without_links_are_refused(predicted, sure):
    with refused(f"need links: predicted={predicted}, sure={sure}"):
        alignment.alignment_error_rate(
            {(0, 0)} if predicted else set(), {(0, 0)} if sure else set()
        )
