"""Laws of search, on random tables of log-probabilities."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnbook import decode, spec
from tests.toys import Table

STOP = 1


@st.composite
def models(draw):
    """N symbols, at most L tokens, and a table that remembers one or two tokens."""
    N, L = draw(st.sampled_from(((2, 1), (2, 4), (3, 2), (3, 3), (4, 2))))
    shape = (1, *[N] * draw(st.integers(2, 3)))
    logits = torch.randn(*shape, generator=torch.Generator().manual_seed(draw(st.integers(0, 2**32))))
    return Table(draw(st.sampled_from((0.5, 3.0))) * logits.double()), N, L


def search(model: Table, L: int, width: int, penalty: float) -> decode.Hypothesis:
    source = torch.zeros(1, 1, dtype=torch.long)
    return decode.beam(model, source, start=0, stop=STOP, limit=L, width=width, penalty=penalty)[0][0]


@given(models(), st.sampled_from((0.0, 0.5, 1.0, 1.5)))
def test_a_beam_of_everything_is_exhaustive(case, penalty):
    model, N, L = case
    tokens, score = spec.exhaustive(model.following(0), N, STOP, L, penalty)
    found = search(model, L, N ** (L - 1), penalty)
    assert found.tokens == list(tokens)
    assert found.score == pytest.approx(score, rel=1e-12)


@given(models(), st.sampled_from((0.0, 1.0)))
def test_beam_1_is_greedy(case, penalty):
    model, _, L = case
    assert search(model, L, 1, penalty).tokens == list(spec.greedy(model.following(0), STOP, L))


@given(models(), st.integers(1, 9), st.sampled_from((0.0, 1.0)))
def test_no_beam_beats_the_exhaustive_search(case, width, penalty):
    model, N, L = case
    _, best = spec.exhaustive(model.following(0), N, STOP, L, penalty)
    assert search(model, L, width, penalty).score <= best + 1e-12
