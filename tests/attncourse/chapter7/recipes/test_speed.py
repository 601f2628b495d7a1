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


def test_ways_take_turns_and_the_first_round_is_not_counted(monkeypatch):
    clock = iter([0, 9, 9, 10, 10, 12, 12, 13, 13, 16, 16, 18])
    monkeypatch.setattr(speed.time, "perf_counter", lambda: next(clock))
    said = []
    ways = {name: lambda name=name: said.append(name) for name in "ab"}
    assert speed.rounds(ways, 2) == {"a": 2.5, "b": 1.5}
    assert said == list("ababab")
