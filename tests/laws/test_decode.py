"""Laws of search, on random tables of log-probabilities."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnbook import decode
from attnbook.beam import Beam, Hypothesis
from attncourse import spec
from tests.toys import Table, normal

pytestmark = pytest.mark.long

STOP = 1


@st.composite
def models(draw):
    """N symbols, at most L tokens, and a table that remembers one or two
    tokens.
    """
    N, L = draw(st.sampled_from(((2, 1), (2, 4), (3, 2), (3, 3), (4, 2))))
    shape = (1, *[N] * draw(st.integers(2, 3)))
    logits = normal(*shape, seed=draw(st.integers(0, 2**32))).detach()
    return Table(draw(st.sampled_from((0.5, 3.0))) * logits), N, L


def search(model: Table, L: int, width: int, penalty: float) -> Hypothesis:
    source = torch.zeros(1, 1, dtype=torch.long)
    return decode.beam(
        model, source, start=0, stop=STOP, limit=L, width=width, penalty=penalty
    )[0][0]


@given(models(), st.integers(1, 9), st.sampled_from((0.0, 1.0)))
def test_no_beam_beats_the_exhaustive_search(case, width, penalty):
    model, N, L = case
    _, best = spec.exhaustive(model.following(0), N, STOP, L, penalty)
    assert search(model, L, width, penalty).score <= best + 1e-12


@settings(max_examples=100)
@given(
    st.integers(0, 2**32),
    st.sampled_from((1.5, 6.0)),
    st.sampled_from((4, 8)),
    st.integers(1, 5),
    st.sampled_from((-2.0, -0.5, 0.0, 0.6, 1.0, 2.0)),
)
def test_a_beam_is_its_definition(seed, sharpness, L, width, penalty):
    """The scores of the whole list (two orders of the same steps tie): to drop
    what cannot win changes nothing.
    """
    noise = normal(3, 5, 5, seed=seed).detach()
    model, source = Table(sharpness * noise), torch.arange(3)[:, None]
    found = decode.beam(
        model, source, start=0, stop=STOP, limit=L, width=width, penalty=penalty
    )
    for which, hypotheses in enumerate(found):
        expected = spec.beam(model.following(which), STOP, L, width, penalty)
        assert [h.score for h in hypotheses] == pytest.approx(
            [score for _, score in expected], rel=1e-12
        )


@given(
    st.floats(-30.0, -0.1),
    st.integers(1, 8),
    st.integers(0, 7),
    st.floats(-3.0, 3.0),
)
def test_the_bound_is_the_best_score_at_no_further_cost(
    log_probability, length, more, penalty
):
    """Over all lengths that a hypothesis of `length` tokens can still end
    with.
    """
    search = Beam(1, 1, length + more, penalty, STOP, torch.device("cpu"))
    reachable = [
        spec.search_score(log_probability, n, penalty)
        for n in range(length, length + more + 1)
    ]
    bound = search._bound(
        torch.tensor([log_probability], dtype=torch.float64), length
    )
    assert float(bound) == pytest.approx(max(reachable), rel=1e-12)
