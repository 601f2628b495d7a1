"""Search against enumeration: tables of log-probabilities small enough that
every sequence can be scored.
"""

import math
from collections import Counter

import pytest
import torch

from attnbook import decode
from attnbook.beam import Hypothesis
from attncourse import spec
from tests.toys import Table, normal, refused

pytestmark = pytest.mark.long

START, STOP = 0, 1
TWO = torch.tensor([[0], [1]])
"""A source for each of two tables."""


def greedy(model, source, **options):
    return decode.greedy(model, source, start=START, stop=STOP, **options)


def beam(model, source, width=2, **options) -> list[list[Hypothesis]]:
    options |= {"start": START, "stop": STOP, "width": width}
    return decode.beam(model, source, **options)


def sample(model, source, seed=1, **options):
    """Sampling with a generator of its own."""
    options["generator"] = torch.Generator().manual_seed(seed)
    return decode.sample(model, source, start=START, stop=STOP, **options)


SEARCHES = (greedy, sample, beam)
every_search = pytest.mark.parametrize("search", SEARCHES)


def table(*shape: int, seed: int, sharpness: float = 1.5) -> Table:
    """Random logits, axes: table, remembered tokens, next token."""
    return Table(sharpness * normal(*shape, seed=seed).detach(), START)


SMALL = table(1, 3, 3, seed=8)


def rows(model: Table) -> torch.Tensor:
    """A source for each table, in an order that is not its own."""
    return torch.arange(len(model.table)).flip(0)[:, None]


def of_each(model: Table, found: list) -> zip:
    """What was found for each row, with the function `spec` searches over."""
    tables = rows(model)[:, 0].tolist()
    return zip(map(model.following, tables), found, strict=True)


@pytest.mark.parametrize("penalty", [None, 0.0, 0.6, 2.0, -0.5])
@pytest.mark.parametrize(("N", "L"), [(2, 6), (3, 4), (4, 3), (5, 2), (7, 1)])
def test_a_beam_of_everything_is_exhaustive(N, L, penalty):
    """N^(L-1) hypotheses hold whatever can still win, each with its own score;
    5 tables at once that remember two tokens. Without a penalty it is 1.
    """
    model = table(5, N, N, N, seed=N * L)
    options = {} if penalty is None else {"penalty": penalty}
    penalty = options.get("penalty", 1.0)
    found = beam(model, rows(model), limit=L, width=N ** (L - 1), **options)
    for following, hypotheses in of_each(model, found):
        best, _ = spec.exhaustive(following, N, STOP, L, penalty)
        assert hypotheses[0].tokens == list(best)
        different = {tuple(h.tokens) for h in hypotheses}
        assert len(different) == len(hypotheses)
        for tokens, log_probability, score in hypotheses:
            expected = spec.log_probability(following, tuple(tokens))
            assert log_probability == pytest.approx(expected, rel=1e-12)
            scored = spec.search_score(expected, len(tokens), penalty)
            assert score == pytest.approx(scored, rel=1e-12)


@pytest.mark.parametrize("seed", range(11))
def test_beam_1_is_greedy_and_both_are_the_definition(seed):
    model = table(3, 5, 5, seed=seed)
    said = greedy(model, rows(model), limit=6)
    best = beam(model, rows(model), limit=6, width=1)
    assert [[h.tokens for h in each] for each in best] == [[x] for x in said]
    for following, tokens in of_each(model, said):
        assert tokens == list(spec.greedy(following, STOP, 6))


def test_an_impossible_token_is_never_chosen():
    logits = torch.zeros(1, 3, 3, dtype=torch.float64)
    logits[..., 2] = float("-inf")
    (found,) = beam(Table(logits, START), TWO[:1], limit=3, width=9)
    assert all(2 not in h.tokens and math.isfinite(h.score) for h in found)


@pytest.mark.parametrize("options", [{}, {"temperature": 0.5}], ids=repr)
def test_samples_are_as_frequent_as_they_are_probable(options):
    """All 7 sequences of at most 2 tokens; 20,011 draws lie within 5 standard
    deviations. The logarithms are divided by the temperature.
    """
    model, draws = table(1, 3, 3, seed=4, sharpness=1.0), 20_011
    source = torch.zeros(draws, 1, dtype=torch.long)
    found = Counter(map(tuple, sample(model, source, 0, limit=2, **options)))
    sharper = Table(model.table / options.get("temperature", 1), START)
    assert set(found) <= set(spec.sequences(3, STOP, 2))
    for tokens in spec.sequences(3, STOP, 2):
        p = math.exp(spec.log_probability(sharper.following(0), tokens))
        assert abs(found[tokens] / draws - p) < 5 * (p * (1 - p) / draws) ** 0.5


@pytest.mark.parametrize("temperature", [1e-20, 1e-40, 1e-320])
def test_sampling_is_greedy_near_the_temperature_0(temperature):
    model = table(3, 5, 5, seed=7, sharpness=0.5)
    found = sample(model, rows(model), 1, limit=20, temperature=temperature)
    assert found == greedy(model, rows(model), limit=20)


def test_sampling_depends_on_the_generator_alone():
    model = table(3, 5, 5, seed=7, sharpness=0.5)
    one, same, other = (
        sample(model, rows(model), seed, limit=20) for seed in (1, 1, 2)
    )
    assert one == same != other


REFUSED = {
    "limit": "limit must be at least 1",
    "width": "width must be at least 1",
    "temperature": "temperature must be positive and finite",
    "penalty": r"limit \*\* penalty is out of range",
}


@pytest.mark.parametrize(
    ("search", "options"),
    [
        *((search, {"limit": 0}) for search in SEARCHES),
        (beam, {"width": 0}),
        (sample, {"temperature": 0.0}),
        (sample, {"temperature": -1.0}),
        (sample, {"temperature": math.nan}),
        (sample, {"temperature": math.inf}),
        (beam, {"limit": 1, "penalty": math.nan}),
        (beam, {"limit": 1, "penalty": math.inf}),
        (beam, {"limit": 2, "penalty": 128.0}),
        (beam, {"limit": 80, "penalty": -21.0}),
        (beam, {"limit": 80, "penalty": 100.0}),
    ],
)
def test_options_out_of_range_are_refused_with_their_values(search, options):
    *_, last = options
    shown = ", ".join(f"{name}={value}" for name, value in options.items())
    with refused(f"{REFUSED[last]}: {shown}$"):
        search(SMALL, TWO[:1], **{"limit": 2} | options)


@every_search
@pytest.mark.parametrize(
    ("tokens", "value", "message"),
    [
        (4, math.nan, r"log-probabilities that are NaN, after tokens \[2\]"),
        (..., -math.inf, "no token is possible at step 1 of row 1: all"),
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
    search(model, 0 * TWO, limit=2)
    with refused(message):
        search(model, TWO, limit=2)


@pytest.mark.parametrize("penalty", [20.0, -20.0])
def test_a_penalty_in_range_gives_finite_scores(penalty):
    model = Table(SMALL.table.float(), START)
    (found,) = beam(model, TWO[:1], limit=80, penalty=penalty)
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


@every_search
def test_a_search_ends_when_every_row_has_stopped_and_asks_for_no_gradients(
    search,
):
    """Row 0 says stop at once, row 1 after token 2; the limit is far away."""
    logits = torch.full((2, 3, 3), float("-inf"))
    logits[0, :, STOP] = logits[1, 2, STOP] = 0.0
    logits[1, START, 2] = logits[1, STOP, 2] = 0.0
    model = Watched(logits, START)
    found = search(model, TWO, limit=50)
    assert (model.steps, model.gradients) == (2, False)
    said = [getattr(x[0], "tokens", x) for x in found]
    assert said == [[STOP], [2, STOP]]


def test_a_beam_ends_when_nothing_live_can_still_win():
    """Every token halves the probability: with 2 hypotheses kept at length 2,
    none of the longer ones is better.
    """
    model = Watched(torch.tensor([[[0.25, 0.5, 0.25]] * 3]).log(), START)
    (found,) = beam(model, rows(model), limit=50, penalty=0.0)
    assert [h.tokens for h in found] == [[STOP], [0, STOP]]
    assert model.steps == 2


class Chain(Table):
    """A table that remembers on the device of its source."""

    def start(self, source):
        return source[:, 0], source.new_full((len(source), 1), START)


@every_search
def test_a_search_stays_on_the_device_of_its_source(search):
    """Nothing falls on the default device, here one that holds no numbers."""
    logits = table(2, 5, 5, seed=10).table
    expected = search(Table(logits, START), TWO, limit=4)
    with torch.device("meta"):
        assert search(Chain(logits, START), TWO, limit=4) == expected


@every_search
def test_nothing_gives_nothing_and_one_token_is_enough(search):
    assert search(SMALL, TWO[:0], limit=2) == []
    assert len(search(SMALL, TWO[:1], limit=1)) == 1


def test_truncated_keeps_the_largest_scores():
    """By number, by probability, and by both; ties by the lower number."""
    p = torch.tensor([[0.5, 0.05, 0.2, 0.05, 0.2], [0.1, 0.6, 0.1, 0.1, 0.1]])
    scores = p.double().log()

    def left(**choices) -> list[list[int]]:
        cut = decode.truncated(scores, **choices)
        kept = cut > -math.inf
        assert torch.equal(cut[kept], scores[kept])
        return [row.nonzero()[:, 0].tolist() for row in kept]

    assert left() == [[0, 1, 2, 3, 4]] * 2
    assert left(top_k=1) == [[0], [1]]
    assert left(top_k=2) == [[0, 2], [0, 1]]
    assert left(top_k=9) == left(top_p=1.0) == left()
    assert left(top_p=0.0) == [[0], [1]]
    assert left(top_p=0.49) == [[0], [1]]
    assert left(top_p=0.6) == [[0, 2], [1]]
    assert left(top_p=0.65) == [[0, 2], [0, 1]]
    # of the two that top-k leaves the first has 0.5 / 0.7 of the rest
    assert left(top_k=2, top_p=0.7) == [[0], [1]]
    before = scores.clone()
    decode.truncated(scores, top_k=1)
    assert torch.equal(scores, before)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@pytest.mark.parametrize("options", [{"top_k": 1}, {"temperature": 1e-6}])
def test_half_precision_draws_what_may_be_drawn(dtype, options):
    """Every one of 6,000 draws is the largest."""
    logits = torch.zeros(1, 1, 2000)
    logits[..., 7] = 0.1
    model = Table(logits.log_softmax(-1).to(dtype), START)
    source = torch.zeros(6000, 1, dtype=torch.long)
    found = sample(model, source, limit=1, **options)
    assert {token for (token,) in found} == {7}


@pytest.mark.parametrize("top_p", [-0.1, 1.1, math.nan])
def test_a_cut_that_cannot_be_is_refused(top_p):
    with refused("top_k must be at least 1: top_k=0"):
        decode.truncated(torch.zeros(1, 3), top_k=0)
    with refused(rf"top_p must lie in 0 \.\. 1: top_p={top_p}"):
        decode.truncated(torch.zeros(1, 3), top_p=top_p)
