"""The mean cosine, pair by pair."""

from itertools import permutations
from statistics import mean

import pytest
import torch
from torch.nn import functional as F

from attnbook.metrics.similarity import mean_cosine
from tests.toys import B, K, T, normal


@pytest.mark.parametrize("sizes", [(T, T), (2, 4), (T, 2)], ids=str)
def test_it_is_the_mean_over_all_pairs_of_real_words(sizes):
    x = normal(B, T, K, seed=1).detach()
    real = torch.arange(T) < torch.tensor(sizes)[:, None]
    wanted = [
        mean(
            float(F.cosine_similarity(row[i], row[j], 0))
            for i, j in permutations(range(size), 2)
        )
        for row, size in zip(x, sizes, strict=True)
    ]
    assert mean_cosine(x, real).tolist() == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_words_have_no_pair(count):
    """For any word, whatever the rounding of its length."""
    x = normal(50, T, K, seed=1).float()
    real = (torch.arange(T) < count).expand(50, T)
    assert mean_cosine(x, real).isnan().all()
