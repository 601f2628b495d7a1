"""No row of a batch is lost or doubled, and what has no rows is not cut."""

import pytest
import torch

from attnbook.data.batches import Batch
from attnbook.train import microbatches
from tests.toys import refused


@pytest.mark.parametrize("count", [1, 2, 3, 11, 28])
def test_no_row_is_lost_or_doubled(count):
    """Nor do two pieces differ by more than a row."""
    rows = torch.arange(11)[:, None]
    found = microbatches.cut(Batch(rows, rows + 100), count)
    assert len(found) == count
    kept = [piece for piece, weight in found if weight]
    assert all(isinstance(piece, Batch) for piece in kept)
    assert torch.cat([piece.source for piece in kept]).equal(rows)
    assert torch.cat([piece.target for piece in kept]).equal(rows + 100)
    sizes = [weight and len(piece.source) for piece, weight in found]
    assert max(sizes) - min(sizes) <= 1


def test_what_has_no_rows_is_not_cut():
    numbers, single = torch.arange(4), torch.tensor(3.0)
    found = microbatches.cut((single, [numbers, "four"], None), 2)
    for k, (piece, _) in enumerate(found):
        alone, [part, name], nothing = piece
        assert alone is single and name == "four" and nothing is None
        assert part.equal(numbers[2 * k : 2 * k + 2])
    with refused("must have rows"):
        microbatches.cut({"numbers": numbers}, 2)
