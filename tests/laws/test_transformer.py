"""Laws of the Transformer, for any sentences: no future, no company, no order
without positions, and one word at a time as all at once.
"""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnbook.data import batches
from attnbook.models import transformer

pytestmark = pytest.mark.long

N, PAD = 13, 0
CHOICES = st.fixed_dictionaries(
    {
        "norm": st.sampled_from(("pre", "post")),
        "encoder_layers": st.integers(0, 2),
        "decoder_layers": st.integers(1, 2),
        "positions": st.booleans(),
        "tied": st.booleans(),
        "hidden": st.sampled_from((0, 11)),
        "normalisation": st.sampled_from(("layer", "batch", "none")),
        "residual": st.booleans(),
    }
)
SENTENCE = st.lists(st.integers(1, N - 1), min_size=1, max_size=6)
PAIRS = st.lists(st.tuples(SENTENCE, SENTENCE), min_size=1, max_size=4)


def build(choices) -> transformer.Transformer:
    config = transformer.Config(N, 8, 2, pad=PAD, **choices)
    model = transformer.build(config, torch.Generator().manual_seed(1))
    return model.double().eval()


@given(CHOICES, PAIRS)
def test_a_batch_is_its_sentences_one_by_one(choices, pairs):
    """Padding, neighbours and the order in the batch change nothing."""
    model, batch = build(choices), batches.collate(pairs)
    together = model(batch.source, batch.target)
    for row, pair in enumerate(pairs):
        alone = batches.collate([pair])
        torch.testing.assert_close(
            together[row, : alone.target.shape[1]],
            model(alone.source, alone.target)[0],
        )


@given(CHOICES, PAIRS, st.integers(1, 6))
def test_what_is_written_later_changes_nothing_before(choices, pairs, t):
    """By not a bit."""
    model, batch = build(choices), batches.collate(pairs)
    other = batch.target.clone()
    other[:, t:] = (other[:, t:] + 5) % N
    first, second = (
        model(batch.source, y)[:, :t] for y in (batch.target, other)
    )
    assert torch.equal(first, second)


@given(CHOICES, PAIRS)
def test_step_by_step_is_the_whole(choices, pairs):
    """Teacher forcing gives, all at once, the log-probabilities of a search;
    their sum is that of the sentence.
    """
    model, batch = build(choices), batches.collate(pairs)
    whole = model(batch.source, batch.target).log_softmax(-1)
    state = model.start(batch.source)
    for t in range(batch.target.shape[1]):
        scores, state = model.step(state, batch.target[:, t])
        torch.testing.assert_close(scores, whole[:, t])


@given(CHOICES, SENTENCE, SENTENCE, st.randoms())
def test_without_positions_a_source_has_no_order(
    choices, source, target, shuffler
):
    """Its memory moves with its words, and what is written stays as it was."""
    model = build(choices | {"positions": False})
    order = shuffler.sample(range(len(source)), len(source))
    batch = batches.collate([(source, target)])
    moved = batch.source[:, order]
    memory, other = (model.encode(x)[0] for x in (batch.source, moved))
    torch.testing.assert_close(other, memory[:, order])
    torch.testing.assert_close(
        model(moved, batch.target), model(batch.source, batch.target)
    )


@pytest.mark.parametrize("norm", ["pre", "post"])
def test_with_positions_a_source_has_an_order(norm):
    model = build({"norm": norm})
    source, order = torch.tensor([[3, 7, 5, 9]]), [2, 0, 3, 1]
    memory, other = (model.encode(x)[0] for x in (source, source[:, order]))
    assert (other - memory[:, order]).abs().max() > 0.01
