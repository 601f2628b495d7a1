"""The decoder over a memory that no encoder of sentences wrote, such as the
regions of an image.
"""

import pytest
import torch

from attnbook.models import decoder
from tests.attnbook.models.toys import decoded
from tests.toys import assert_same, normal

N, WIDTH, MEMORY, UNITS, REGIONS = 17, 3, 5, 7, 11
TARGETS = torch.tensor([[1, 5, 13, 2], [1, 12, 2, 9]])


@pytest.fixture
def model() -> decoder.Decoder:
    made = decoder.Decoder(N, WIDTH, MEMORY, UNITS)
    decoder.initialise(made, made, torch.Generator().manual_seed(1))
    torch.nn.init.normal_(made.bias, generator=torch.Generator().manual_seed(2))
    return made.double()


def memory() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Regions, what starts the decoder, and a mask that hides one region of the
    second image.
    """
    mask = torch.ones(2, 1, 1, REGIONS, dtype=torch.bool)
    mask[1, ..., 4] = False
    return normal(2, REGIONS, MEMORY, seed=3), normal(2, MEMORY, seed=4), mask


def test_any_memory_is_read_as_the_equations_say(model):
    regions, last, mask = memory()
    logits, weights = model.unroll(model.start(regions, last, mask), TARGETS)
    expected = []
    for row in range(2):
        seen = mask[row, 0, 0]
        by_hand, read = decoded(
            model, regions[row, seen], last[row], TARGETS[row]
        )
        torch.testing.assert_close(weights[row][:, seen], read)
        expected.append(by_hand)
    assert_same(
        logits.flatten(0, 1),
        torch.cat(expected),
        regions,
        last,
        *model.parameters(),
    )
    assert (weights[1, :, 4] == 0).all()


@pytest.mark.parametrize("wiring", decoder.WIRINGS)
def test_bahdanau_reads_before_the_cell_moves_and_luong_after(wiring):
    """Of two memories with the same first state, the next states differ only
    where what is read goes into the cell.
    """
    made = decoder.Decoder(N, WIDTH, MEMORY, UNITS, wiring=wiring).double()
    regions, last, mask = memory()
    tokens = torch.tensor([1, 1])
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
