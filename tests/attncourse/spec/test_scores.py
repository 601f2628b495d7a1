"""Scores of integers by hand."""

import torch

from attncourse import spec
from tests.attncourse.spec.toys import vector


def test_scores_of_integer_vectors():
    q, k = vector(1, 2, 3, 4), vector(5, 6, 7, 8)
    W = torch.arange(16, dtype=torch.float64).reshape(4, 4)
    assert spec.dot(q, k) == 70
    assert spec.scaled_dot(q, k) == 35
    assert spec.general(q, k, W) == q @ W @ k
    assert spec.linear(q, k, vector(1, 0, 0, 0), vector(0, 0, 0, 1)) == 9


def test_additive_is_a_hidden_layer():
    W = vector(1, 0, 0, 2).reshape(2, 2)
    U = vector(0, 1, 1, 0).reshape(2, 2)
    v = vector(3, 5)
    score = spec.additive(vector(1, 2), vector(3, 4), W, U, v)
    torch.testing.assert_close(
        score, 3 * torch.tanh(vector(5))[0] + 5 * torch.tanh(vector(7))[0]
    )


def test_two_printed_words():
    one, other = vector(1, 3, 2), vector(4, 1, 1)
    assert spec.dot(one, other) == 9
    assert spec.dot(one, one) == 14


def test_a_longer_word_scores_higher_than_the_word_itself():
    """The dot product is no similarity; the cosine is."""
    word, longer = vector(1, 0), vector(3, 3)
    assert spec.dot(word, longer) > spec.dot(word, word)
    cosine = spec.dot(word, longer) / spec.dot(longer, longer).sqrt()
    assert cosine < 1
