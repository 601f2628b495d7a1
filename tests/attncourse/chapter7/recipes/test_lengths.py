"""What is timed and weighed against the length."""

from dataclasses import replace

import pytest
import torch

from attncourse.chapter7.recipes import lengths
from attncourse.experiments import recipes
from attncourse.experiments.workspace import Workspace
from tests.attncourse.experiments.toys import cells

LENGTHS = recipes.load("length-cost")
SMALL = replace(LENGTHS, lengths=(4, 8), width=8, heads=2, hidden=8, rounds=1)


def test_every_kind_has_seconds_and_bytes_at_every_length(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(lengths, "peak_bytes", len_of)
    monkeypatch.setattr(lengths, "ProcessPoolExecutor", Here)
    table = SMALL.run(Workspace(tmp_path)).table("cost")
    assert cells(table, "kind", "length", "bytes") == [
        (kind, length, 100 * length)
        for length in (4, 8)
        for kind in LENGTHS.kinds
    ]
    assert min(table.column("seconds")) > 0


def len_of(recipe, kind, length):
    return 100 * length


class Here:
    """A pool that works in this process."""

    def __init__(self, *_):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def submit(self, function, *given):
        self.given = function(*given)
        return self

    def result(self):
        return self.given


def test_stored_scores_take_more_memory_than_the_fused_kernel():
    """In this process, which has a history: so only the order is certain, and
    only with scores so large that no memory is kept for them.
    """
    recipe = replace(LENGTHS, lengths=(16,), width=32, heads=2)
    fused, explicit = (
        lengths.peak_bytes(recipe, kind, 3000) for kind in ("fused", "explicit")
    )
    assert explicit > fused + 4 * 3000 * 3000


@pytest.mark.parametrize("kind", LENGTHS.kinds)
def test_every_layer_keeps_the_shape(kind):
    x = torch.randn(2, 5, 8)
    assert lengths.layer(SMALL, kind)(x).shape == x.shape


def test_the_gru_and_the_block_are_of_one_size():
    gru, block = (
        lengths._count(lengths.layer(LENGTHS, kind))
        for kind in ("gru", "block")
    )
    assert abs(gru - block) < 0.01 * gru
