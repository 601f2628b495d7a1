"""Closed forms, integer weights, and torch's own attention."""

import torch
from torch import nn

from attncourse import spec
from tests.attncourse.spec.toys import vector
from tests.toys import K, S, T, V, assert_same, normal, random_mask


def test_softmax_survives_large_scores_and_empty_rows():
    assert spec.softmax(vector(2000, 0)).tolist() == [1, 0]
    empty = torch.zeros(2, dtype=torch.bool)
    assert spec.softmax(vector(3, 4), empty).tolist() == [0, 0]


def test_attend_is_torchs_attention_on_one_head():
    q, k, v = normal(T, K, seed=1), normal(S, K, seed=2), normal(S, V, seed=3)
    mask = random_mask(T, S, seed=4)
    theirs = nn.functional.scaled_dot_product_attention(
        q[None, None], k[None, None], v[None, None], mask
    )[0, 0]
    assert_same(spec.attend(q, k, v, mask), theirs, q, k, v)


def test_context_is_the_weighted_sum_of_the_memory():
    memory = vector(1, 2, 3, 5, 8, 13).reshape(3, 2)
    context, weights = spec.context(
        vector(0, 0), memory, lambda s, h: torch.log(h[0])
    )
    torch.testing.assert_close(weights, vector(1, 3, 8) / 12)
    torch.testing.assert_close(
        context, vector(1 * 1 + 3 * 3 + 8 * 8, 1 * 2 + 3 * 5 + 8 * 13) / 12
    )


def test_causal_is_aligned_at_the_end():
    assert spec.causal(2, 3).tolist() == [[1, 1, 0], [1, 1, 1]]
    assert spec.causal(3, 2).tolist() == [[0, 0], [1, 0], [1, 1]]


def test_padding_is_where_no_token_stands():
    assert spec.padding(torch.tensor([4, 2, 0, 0]), 0).tolist() == [1, 1, 0, 0]
