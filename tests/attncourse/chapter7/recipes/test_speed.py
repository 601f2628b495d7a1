"""Ways that are timed do the same work."""

import pytest
import torch

from attnbook import decode
from attnbook.data.tokenizer import START, STOP
from attncourse.chapter7.recipes import speed
from tests.attncourse.chapter7.recipes import toys

SOURCE = torch.tensor([[5, 6, 7, STOP], [8, STOP, 0, 0], [9, 5, STOP, 0]])


@pytest.fixture
def model():
    return toys.model().double()


def test_both_ways_write_the_same(model):
    """Greedy and with a beam, for sentences of different lengths."""
    common = {"start": START, "stop": STOP, "limit": 9}
    anew = speed.Anew(model)
    assert decode.greedy(model, SOURCE, **common) == decode.greedy(
        anew, SOURCE, **common
    )
    kept, again = (
        decode.beam(way, SOURCE, width=3, **common) for way in (model, anew)
    )
    for first, second in zip(kept, again, strict=True):
        assert [h.tokens for h in first] == [h.tokens for h in second]
