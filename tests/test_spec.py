"""The judge is judged first: closed forms, integer weights, and torch's own cells."""

import math

import pytest
import torch
from torch import nn

from attnbook import spec
from tests.toys import K, S, T, V, assert_same, normal, random_mask


def vector(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


def test_scores_of_integer_vectors():
    q, k = vector(1, 2, 3, 4), vector(5, 6, 7, 8)
    W = torch.arange(16, dtype=torch.float64).reshape(4, 4)
    assert spec.dot(q, k) == 70
    assert spec.scaled_dot(q, k) == 35
    assert spec.general(q, k, W) == q @ W @ k
    assert spec.linear(q, k, vector(1, 0, 0, 0), vector(0, 0, 0, 1)) == 9


def test_additive_is_a_hidden_layer():
    W, U, v = vector(1, 0, 0, 2).reshape(2, 2), vector(0, 1, 1, 0).reshape(2, 2), vector(3, 5)
    score = spec.additive(vector(1, 2), vector(3, 4), W, U, v)
    torch.testing.assert_close(score, 3 * torch.tanh(vector(5))[0] + 5 * torch.tanh(vector(7))[0])


def test_softmax_of_logarithms_gives_their_shares():
    torch.testing.assert_close(spec.softmax(vector(1, 2, 5).log()), vector(1, 2, 5) / 8)
    seen = torch.tensor([True, False, True])
    torch.testing.assert_close(spec.softmax(vector(1, 2, 5).log(), seen), vector(1, 0, 5) / 6)


def test_softmax_survives_large_scores_and_empty_rows():
    assert spec.softmax(vector(2000, 0)).tolist() == [1, 0]
    assert spec.softmax(vector(3, 4), torch.zeros(2, dtype=torch.bool)).tolist() == [0, 0]


def test_attend_is_torchs_attention_on_one_head():
    q, k, v = normal(T, K, seed=1), normal(S, K, seed=2), normal(S, V, seed=3)
    mask = random_mask(T, S, seed=4)
    theirs = nn.functional.scaled_dot_product_attention(q[None, None], k[None, None], v[None, None], mask)[0, 0]
    assert_same(spec.attend(q, k, v, mask), theirs, q, k, v)


def test_context_is_the_weighted_sum_of_the_memory():
    memory = vector(1, 2, 3, 5, 8, 13).reshape(3, 2)
    context, weights = spec.context(vector(0, 0), memory, lambda s, h: torch.log(h[0]))
    torch.testing.assert_close(weights, vector(1, 3, 8) / 12)
    torch.testing.assert_close(context, vector(1 * 1 + 3 * 3 + 8 * 8, 1 * 2 + 3 * 5 + 8 * 13) / 12)


def test_causal_is_aligned_at_the_end():
    assert spec.causal(2, 3).tolist() == [[True, True, False], [True, True, True]]
    assert spec.causal(3, 2).tolist() == [[False, False], [True, False], [True, True]]


def gates_of(cell: nn.RNNCellBase) -> spec.Gates:
    return spec.Gates(cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)


def test_gru_is_torchs():
    cell, x, h = nn.GRUCell(S, T).double(), normal(S, seed=1), normal(T, seed=2)
    assert_same(spec.gru(x, h, gates_of(cell)), cell(x, h), x, h, *cell.parameters())


def test_lstm_is_torchs():
    cell, x, h, c = nn.LSTMCell(S, T).double(), normal(S, seed=1), normal(T, seed=2), normal(T, seed=3)
    ours, theirs = spec.lstm(x, (h, c), gates_of(cell)), cell(x, (h, c))
    assert_same(torch.cat(ours), torch.cat(theirs), x, h, c, *cell.parameters())


def test_recurrence_hands_each_state_on():
    assert spec.recurrence(lambda x, h: 10 * h + x, list(vector(1, 2, 3)), 0) == [1, 12, 123]


@pytest.mark.parametrize(("N", "L"), [(2, 1), (2, 5), (3, 4), (5, 2)])
def test_sequences_are_all_there_once(N, L):
    """(N-1)^(l-1) sequences finish at length l, and (N-1)^L never do."""
    found = list(spec.sequences(N, stop=1, L=L))
    assert len(found) == len(set(found)) == sum((N - 1) ** (n - 1) for n in range(1, L + 1)) + (N - 1) ** L
    assert all(1 not in y[:-1] and len(y) <= L for y in found)


def test_probabilities_of_all_sequences_sum_to_one():
    table = normal(3, 3, seed=5).detach().log_softmax(-1)
    total = sum(math.exp(spec.log_probability(lambda y: table[(0, *y)[-1]], y)) for y in spec.sequences(3, 1, 4))
    assert total == pytest.approx(1.0, rel=1e-12)


def test_greedy_can_miss_the_best_sequence():
    """Token 2 first looks best (0.6) but then every path is worth 0.6 / 3; token 0 leads to a sure stop."""
    rows = {(): [0.4, 0.0, 0.6], (0,): [0.0, 1.0, 0.0], (2,): [1 / 3, 1 / 3, 1 / 3]}

    def following(tokens):
        return vector(*rows[tokens]).log()

    assert spec.greedy(following, stop=1, L=2)[0] == 2
    tokens, score = spec.exhaustive(following, N=3, stop=1, L=2)
    assert tokens == (0, 1)
    assert score == pytest.approx(math.log(0.4), rel=1e-12)


def test_length_normalisation_changes_what_is_best():
    """Stopping at once has p = 0.5; two tokens have p = 0.45, whose root is greater."""
    rows = {(): [0.5, 0.5], (0,): [0.1, 0.9]}
    best = [spec.exhaustive(lambda y: vector(*rows[y]).log(), 2, 1, 2, alpha)[0] for alpha in (0.0, 1.0)]
    assert best == [(1,), (0, 1)]


def test_cross_entropy_of_known_probabilities():
    logits, target = vector(1, 2, 5, 2, 2, 4).log().reshape(2, 3), torch.tensor([2, 1])
    torch.testing.assert_close(spec.cross_entropy(logits, target, pad=0), -vector(5 / 8 * 2 / 8).log()[0])
    assert spec.cross_entropy(logits, torch.tensor([0, 0]), pad=0) == 0


def test_smoothed_cross_entropy_is_the_mixture():
    logits, target, share = normal(1, S, seed=6), torch.tensor([3]), 0.25
    p = logits.log_softmax(-1)[0]
    expected = -(1 - share) * p[3] - share * p.mean()
    assert_same(spec.cross_entropy(logits, target, 0, share), expected, logits)


def test_alignment_error_rate_of_och_and_ney():
    found, sure, possible = {(0, 0), (1, 2), (2, 2)}, {(0, 0), (1, 1)}, {(2, 2)}
    assert spec.alignment_error_rate(found, sure, possible) == pytest.approx(1 - (1 + 2) / (3 + 2))
    assert spec.alignment_error_rate(sure, sure, set()) == 0
    assert spec.alignment_error_rate({(3, 3)}, sure, set()) == 1


def test_bleu_by_hand():
    """5 of 6 words, 3 of 5 pairs, 2 of 4 triples, 1 of 3 quadruples, and no penalty for brevity."""
    ours, theirs = [list("abcdxf")], [list("abcdef")]
    assert spec.bleu(ours, theirs) == pytest.approx(100 * (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25)
    assert spec.bleu([list("abcde")], theirs) == pytest.approx(100 * math.exp(1 - 6 / 5))
    assert spec.bleu([list("aaaa")], theirs) == 0


def test_padding_is_where_no_token_stands():
    assert spec.padding(torch.tensor([4, 2, 0, 0]), 0).tolist() == [True, True, False, False]
