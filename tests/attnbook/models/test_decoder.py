"""The decoder alone: when it reads its memory, and how it starts."""

import pytest
import torch

from attnbook.models import decoder
from tests.toys import normal

N, WIDTH, MEMORY, UNITS = 17, 3, 5, 7


@pytest.mark.parametrize("wiring", decoder.WIRINGS)
def test_bahdanau_reads_before_the_cell_moves_and_luong_after(wiring):
    """Of two memories with the same first state, the next states differ only
    where what is read goes into the cell.
    """
    made = decoder.Decoder(N, WIDTH, MEMORY, UNITS, wiring=wiring).double()
    regions, last = normal(2, 11, MEMORY, seed=3), normal(2, MEMORY, seed=4)
    mask, tokens = torch.ones(2, 1, 1, 11).bool(), torch.tensor([1, 1])
    one, other = (
        made.step(made.start(r, last, mask), tokens)[1].hidden
        for r in (regions, -regions)
    )
    assert torch.equal(one, other) == (wiring == "luong")


def test_fresh_embeddings_are_normal_with_one_over_the_root_of_the_width():
    """Of 4,000 tokens of width 25 the standard deviation is 0.2, to half a
    percent.
    """
    made = decoder.Decoder(4001, 25, MEMORY, UNITS)
    decoder.initialise(made, made, torch.Generator().manual_seed(1))
    drawn = made.embedding.weight[1:]
    assert float(drawn.detach().std()) == pytest.approx(0.2, rel=0.01)
    assert abs(float(drawn.detach().mean())) < 0.002
