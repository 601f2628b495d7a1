"""Search against enumeration: tables of log-probabilities small enough that
every sequence can be scored.
"""

import math
from collections import Counter
from functools import partial

import pytest
import torch

from attnbook import decode, spec
from attnbook.models import seq2seq
from tests.toys import Table

pytestmark = pytest.mark.long

START, STOP = 0, 1
ARGUMENTS = {"start": START, "stop": STOP}


def sample(*args, **arguments):
    """Sampling with a generator of its own."""
    return decode.sample(
        *args, **arguments, generator=torch.Generator().manual_seed(1)
    )


SEARCHES = (decode.greedy, sample, partial(decode.beam, width=2))


def table(*shape: int, seed: int, sharpness: float = 1.5) -> Table:
    """Random logits, axes: table, remembered tokens, next token."""
    noise = torch.randn(
        *shape,
        generator=torch.Generator().manual_seed(seed),
        dtype=torch.float64,
    )
    return Table(sharpness * noise, START)


def rows(model: Table) -> torch.Tensor:
    """A source for each table, in an order that is not its own."""
    return torch.arange(len(model.table)).flip(0)[:, None]


@pytest.mark.parametrize("penalty", [0.0, 0.6, 1.0, 2.0, -0.5])
@pytest.mark.parametrize(("N", "L"), [(2, 6), (3, 4), (4, 3), (5, 2), (7, 1)])
def test_a_beam_of_everything_is_exhaustive(N, L, penalty):
    """N^(L-1) hypotheses hold whatever can still win; 5 tables at once that
    remember two tokens.
    """
    model = table(5, N, N, N, seed=N * L)
    found = decode.beam(
        model,
        rows(model),
        **ARGUMENTS,
        limit=L,
        width=N ** (L - 1),
        penalty=penalty,
    )
    for which, hypotheses in zip(
        rows(model)[:, 0].tolist(), found, strict=True
    ):
        tokens, score = spec.exhaustive(
            model.following(which), N, STOP, L, penalty
        )
        assert hypotheses[0].tokens == list(tokens)
        assert hypotheses[0].score == pytest.approx(score, rel=1e-12)


@pytest.mark.parametrize("penalty", [0.0, 1.0])
def test_every_hypothesis_is_scored_as_the_definition_says(penalty):
    model = table(3, 5, 5, seed=1)
    found = decode.beam(
        model, rows(model), **ARGUMENTS, limit=4, width=7, penalty=penalty
    )
    for which, hypotheses in zip(
        rows(model)[:, 0].tolist(), found, strict=True
    ):
        assert [h.score for h in hypotheses] == sorted(
            (h.score for h in hypotheses), reverse=True
        )
        assert (
            len({tuple(h.tokens) for h in hypotheses}) == len(hypotheses) <= 7
        )
        for tokens, log_probability, score in hypotheses:
            expected = spec.log_probability(
                model.following(which), tuple(tokens)
            )
            assert log_probability == pytest.approx(expected, rel=1e-12)
            assert score == pytest.approx(
                spec.search_score(expected, len(tokens), penalty), rel=1e-12
            )


@pytest.mark.parametrize("seed", range(11))
def test_beam_1_is_greedy_and_both_are_the_definition(seed):
    model = table(3, 5, 5, seed=seed)
    greedy = decode.greedy(model, rows(model), **ARGUMENTS, limit=6)
    assert [
        h[0].tokens
        for h in decode.beam(model, rows(model), **ARGUMENTS, limit=6, width=1)
    ] == greedy
    assert [
        len(h)
        for h in decode.beam(model, rows(model), **ARGUMENTS, limit=6, width=1)
    ] == [1, 1, 1]
    by_hand = [
        list(spec.greedy(model.following(which), STOP, 6))
        for which in rows(model)[:, 0].tolist()
    ]
    assert greedy == by_hand


def test_an_impossible_token_is_never_chosen():
    logits = torch.zeros(1, 3, 3, dtype=torch.float64)
    logits[..., 2] = float("-inf")
    model, source = Table(logits, START), torch.zeros(1, 1, dtype=torch.long)
    (found,) = decode.beam(model, source, **ARGUMENTS, limit=3, width=9)
    assert all(2 not in h.tokens and math.isfinite(h.score) for h in found)


def test_samples_are_as_frequent_as_they_are_probable():
    """All 7 sequences of at most 2 tokens; 20,011 draws lie within 5 standard
    deviations.
    """
    model, draws = table(1, 3, 3, seed=4, sharpness=1.0), 20_011
    source = torch.zeros(draws, 1, dtype=torch.long)
    generator = torch.Generator().manual_seed(0)
    found = Counter(
        map(
            tuple,
            decode.sample(
                model, source, **ARGUMENTS, limit=2, generator=generator
            ),
        )
    )
    assert set(found) <= set(spec.sequences(3, STOP, 2))
    for tokens in spec.sequences(3, STOP, 2):
        p = math.exp(spec.log_probability(model.following(0), tokens))
        assert abs(found[tokens] / draws - p) < 5 * (p * (1 - p) / draws) ** 0.5


def test_temperature_divides_the_logarithms():
    """At temperature 1/2 the probabilities of the first token are squared and
    shared out again.
    """
    model, draws = table(1, 5, 5, seed=5, sharpness=1.0), 20_011
    source = torch.zeros(draws, 1, dtype=torch.long)
    generator = torch.Generator().manual_seed(0)
    found = decode.sample(
        model,
        source,
        **ARGUMENTS,
        limit=1,
        generator=generator,
        temperature=0.5,
    )
    squared = model.table[0, START].exp() ** 2
    for token, p in enumerate((squared / squared.sum()).tolist()):
        assert (
            abs(found.count([token]) / draws - p)
            < 5 * (p * (1 - p) / draws) ** 0.5
        )


def test_sampling_depends_on_the_generator_alone():
    model = table(3, 5, 5, seed=7, sharpness=0.5)
    one, same, other = (
        decode.sample(
            model,
            rows(model),
            **ARGUMENTS,
            limit=20,
            generator=torch.Generator().manual_seed(seed),
        )
        for seed in (1, 1, 2)
    )
    assert one == same != other


@pytest.mark.parametrize("attention", ["none", "additive", "general"])
def test_a_real_model_is_searched_exhaustively_too(attention):
    """Sources of two lengths in one batch, N = 5 tokens, at most L = 3: 25
    hypotheses; the judge knows no batches.
    """
    first = 3
    config = seq2seq.Config(5, 7, 11, 13, attention=attention)
    model = (
        seq2seq.build(config, torch.Generator().manual_seed(1)).double().eval()
    )
    with torch.no_grad():
        model.decoder.embedding.weight.mul_(5)
    source = torch.tensor([[3, 4, 2], [4, 2, 0]])
    found = decode.beam(
        model, source, start=first, stop=STOP, limit=3, width=25
    )
    for row, hypotheses in zip(source, found, strict=True):
        real = row[row != 0]

        def following(tokens, real=real):
            fed = torch.tensor([[first, *tokens]])
            return model(real[None], fed)[0, -1].log_softmax(-1).detach()

        tokens, score = spec.exhaustive(following, 5, STOP, 3, 1.0)
        assert hypotheses[0].tokens == list(tokens)
        assert hypotheses[0].score == pytest.approx(score, rel=1e-9)


@pytest.mark.parametrize("temperature", [0.0, -1.0, float("nan")])
def test_a_temperature_that_is_not_positive_is_refused(temperature):
    model = table(1, 3, 3, seed=8)
    with pytest.raises(
        ValueError,
        match=f"temperature must be positive: temperature={temperature}",
    ):
        decode.sample(
            model,
            rows(model),
            **ARGUMENTS,
            limit=2,
            generator=torch.Generator(),
            temperature=temperature,
        )


def test_a_width_below_one_is_refused():
    model = table(1, 3, 3, seed=8)
    with pytest.raises(ValueError, match="width must be at least 1: width=0"):
        decode.beam(model, rows(model), **ARGUMENTS, limit=2, width=0)


def test_every_search_wants_a_limit_of_one_token():
    model = table(1, 3, 3, seed=8)
    for search in SEARCHES:
        assert len(search(model, rows(model), **ARGUMENTS, limit=1)) == 1
        with pytest.raises(
            ValueError, match="limit must be at least 1: limit=0"
        ):
            search(model, rows(model), **ARGUMENTS, limit=0)


@pytest.mark.parametrize("search", SEARCHES, ids=["greedy", "sample", "beam"])
@pytest.mark.parametrize(
    ("tokens", "value", "message"),
    [
        (
            4,
            float("nan"),
            r"log-probabilities that are NaN, after tokens \[2\]",
        ),
        (..., float("-inf"), "no token is possible at step 1 of row 1: all"),
    ],
)
def test_log_probabilities_that_are_no_distribution_are_refused(
    search, tokens, value, message
):
    """Those of table 1 after token 2, which is certain to follow the start; on
    a path that is impossible already they matter to nobody.
    """
    model = table(2, 5, 5, seed=9)
    model.table[:, [START, 1, 3, 4]] = float("-inf")
    model.table[:, START, 2] = 0.0
    model.table[1, 2, tokens] = value
    search(model, torch.tensor([[0], [0]]), **ARGUMENTS, limit=2)
    with pytest.raises(ValueError, match=message):
        search(model, torch.tensor([[0], [1]]), **ARGUMENTS, limit=2)


@pytest.mark.parametrize(
    ("limit", "penalty"),
    [
        (1, float("nan")),
        (1, float("inf")),
        (2, 128.0),
        (80, -21.0),
        (80, 100.0),
    ],
)
def test_a_penalty_out_of_range_is_refused(limit, penalty):
    model = table(1, 3, 3, seed=8)
    with pytest.raises(
        ValueError,
        match=rf"limit \*\* penalty is out of range: limit={limit}, "
        rf"penalty={penalty}",
    ):
        decode.beam(
            model,
            rows(model),
            **ARGUMENTS,
            limit=limit,
            width=2,
            penalty=penalty,
        )


@pytest.mark.parametrize("penalty", [20.0, -20.0])
def test_a_penalty_in_range_gives_finite_scores(penalty):
    model = Table(table(1, 3, 3, seed=8).table.float(), START)
    (found,) = decode.beam(
        model, rows(model), **ARGUMENTS, limit=80, width=2, penalty=penalty
    )
    assert len(found) == 2
    assert all(math.isfinite(h.score) for h in found)


class Watched(Table):
    """A table that counts its steps and notes whether one was taken with
    gradients on.
    """

    steps = 0
    gradients = False

    def step(self, state, tokens):
        self.steps += 1
        self.gradients |= torch.is_grad_enabled()
        return super().step(state, tokens)


@pytest.mark.parametrize("search", SEARCHES, ids=["greedy", "sample", "beam"])
def test_a_search_asks_for_no_gradients(search):
    model = Watched(torch.zeros(1, 3, 3), START)
    search(model, rows(model), **ARGUMENTS, limit=2)
    assert model.steps and not model.gradients


def test_a_search_ends_when_every_row_has_stopped():
    """Row 0 says stop at once, row 1 after token 2; the limit is far away."""
    logits = torch.full((2, 3, 3), float("-inf"))
    logits[0, :, STOP] = logits[1, 2, STOP] = logits[1, START, 2] = logits[
        1, STOP, 2
    ] = 0.0
    for search in SEARCHES:
        model = Watched(logits, START)
        found = search(model, torch.tensor([[0], [1]]), **ARGUMENTS, limit=50)
        assert model.steps == 2
        assert [getattr(x[0], "tokens", x) for x in found] == [
            [STOP],
            [2, STOP],
        ]


def test_a_beam_ends_when_nothing_live_can_still_win():
    """Every token halves the probability: with 2 hypotheses kept at length 2,
    none of the longer ones is better.
    """
    model = Watched(torch.tensor([[[0.25, 0.5, 0.25]] * 3]).log(), START)
    (found,) = decode.beam(
        model, rows(model), **ARGUMENTS, limit=50, width=2, penalty=0.0
    )
    assert [h.tokens for h in found] == [[STOP], [0, STOP]]
    assert model.steps == 2


@pytest.mark.parametrize("search", SEARCHES, ids=["greedy", "sample", "beam"])
def test_a_search_stays_on_the_device_of_its_source(search):
    """Nothing falls on the default device, here one that holds no numbers."""

    class Chain(Table):
        def start(self, source):
            return source[:, 0], source.new_full((len(source), 1), START)

    logits = table(2, 5, 5, seed=10).table
    expected = search(
        Table(logits, START), torch.tensor([[0], [1]]), **ARGUMENTS, limit=4
    )
    source = torch.tensor([[0], [1]])
    with torch.device("meta"):
        assert (
            search(Chain(logits, START), source, **ARGUMENTS, limit=4)
            == expected
        )


def test_nothing_to_search_gives_nothing():
    model = table(1, 3, 3, seed=8)
    assert (
        decode.beam(model, rows(model)[:0], **ARGUMENTS, limit=2, width=2) == []
    )
    assert decode.greedy(model, rows(model)[:0], **ARGUMENTS, limit=2) == []
