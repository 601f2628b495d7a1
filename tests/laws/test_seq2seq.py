"""Laws of the recurrent translators, for any sentences."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnbook import scores
from attnbook.data import batches
from attnbook.models import seq2seq

pytestmark = pytest.mark.long

N, PAD = 13, 0
KINDS = st.tuples(
    st.sampled_from(tuple(seq2seq.CELLS)),
    st.booleans(),
    st.sampled_from(tuple(scores.SCORES)),
)
SENTENCE = st.lists(st.integers(1, N - 1), min_size=1, max_size=6)
PAIRS = st.lists(st.tuples(SENTENCE, SENTENCE), min_size=1, max_size=4)


def build(kind) -> seq2seq.Seq2Seq:
    cell, bidirectional, attention = kind
    decoder = 10 if bidirectional else 5
    config = seq2seq.Config(
        N,
        3,
        5,
        decoder,
        cell=cell,
        bidirectional=bidirectional,
        attention=attention,
        pad=PAD,
    )
    return seq2seq.build(config, torch.Generator().manual_seed(1)).double()


@given(KINDS, PAIRS)
def test_a_batch_is_its_sentences_one_by_one(kind, pairs):
    """Padding, neighbours and the order in the batch change nothing."""
    model, batch = build(kind), batches.collate(pairs)
    together = model(batch.source, batch.target)
    for row, pair in enumerate(pairs):
        alone = batches.collate([pair])
        torch.testing.assert_close(
            together[row, : alone.target.shape[1]],
            model(alone.source, alone.target)[0],
        )


@given(KINDS, PAIRS)
def test_step_by_step_is_the_whole(kind, pairs):
    model, batch = build(kind), batches.collate(pairs)
    whole = model(batch.source, batch.target).log_softmax(-1)
    state = model.start(batch.source)
    for t in range(batch.target.shape[1]):
        scores, state = model.step(state, batch.target[:, t])
        torch.testing.assert_close(scores, whole[:, t])


@given(SENTENCE, SENTENCE)
def test_linear_attention_never_sees_the_query(source, target):
    batch = batches.collate([(source, target)])
    weights = build(("gru", True, "linear")).weights(batch.source, batch.target)
    torch.testing.assert_close(weights, weights[:, :1].expand_as(weights))


@given(
    st.sampled_from(("additive", "general")),
    st.lists(SENTENCE, min_size=2, max_size=2),
    st.randoms(),
)
def test_attention_over_a_memory_sees_a_set(attention, sentences, shuffler):
    """The memory's rows in another order, and the prepared keys with them: the
    same next token.
    """
    source, target = sentences
    model = build(("gru", True, attention))
    batch = batches.collate([(source, target)])
    state = model.start(batch.source)
    order = shuffler.sample(range(len(source)), len(source))
    moved = state._replace(
        memory=state.memory[:, order],
        prepared=state.prepared[:, :, order],
        mask=state.mask[..., order],
    )
    token = batch.target[:, -1]
    torch.testing.assert_close(
        model.step(moved, token)[0], model.step(state, token)[0]
    )
