"""What every model with a recurrent decoder can do, on a memory that no
library model writes: the mean of a set, and the set.
"""

import pytest
import torch

from attnbook import scores
from attnbook.models import decoder
from attnbook.models.encoder_decoder import EncoderDecoder
from tests.toys import normal

N, WIDTH, MEMORY, PLACES = 17, 3, 5, 11
TARGETS = torch.tensor([[1, 5, 13, 2], [1, 12, 2, 9], [1, 2, 3, 4]])
SETS = normal(3, PLACES, MEMORY, seed=4).detach()
KINDS = [
    (cell, attention) for cell in decoder.CELLS for attention in scores.SCORES
]


class Reader(EncoderDecoder):
    """The memory is the source."""

    def __init__(self, cell: str, attention: str):
        super().__init__()
        units = MEMORY if attention == "dot" else 7
        self.decoder = decoder.Decoder(
            N, WIDTH, MEMORY, units, cell=cell, score=attention
        )

    def start(self, source: torch.Tensor) -> decoder.State:
        seen = torch.ones(len(source), 1, 1, PLACES, dtype=torch.bool)
        return self.decoder.start(source, source.mean(1), seen)


@pytest.fixture(params=KINDS, ids="-".join)
def model(request) -> Reader:
    made = Reader(*request.param)
    decoder.initialise(made, made.decoder, torch.Generator().manual_seed(1))
    return made.double()


def test_step_by_step_equals_the_whole(model):
    whole = model(SETS, TARGETS).log_softmax(-1)
    state = model.start(SETS)
    for t in range(TARGETS.shape[1]):
        scores, state = model.step(state, TARGETS[:, t])
        torch.testing.assert_close(scores, whole[:, t])


def test_reorder_repeats_and_drops_rows(model):
    rows = torch.tensor([2, 0, 2, 1])
    _, state = model.step(model.start(SETS), TARGETS[:, 0])
    scores, after = model.step(state, TARGETS[:, 1])
    picked, after_picked = model.step(
        model.reorder(state, rows), TARGETS[rows, 1]
    )
    torch.testing.assert_close(picked, scores[rows])
    for one, other in zip(after_picked.recurrent, after.recurrent, strict=True):
        torch.testing.assert_close(one, other[rows])


def test_weights_are_those_of_unroll_and_attention_has_them_alone(model):
    weights = model.unroll(SETS, TARGETS)[1]
    if not isinstance(model.decoder.score, scores.Constant):
        assert torch.equal(weights, model.weights(SETS, TARGETS))
        return
    with pytest.raises(ValueError, match="attention='none'"):
        model.weights(SETS, TARGETS)
