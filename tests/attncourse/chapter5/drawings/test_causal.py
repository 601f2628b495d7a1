"""The hidden corner: all rows at once are the rows one after the other."""

import pytest
import torch

from attncourse.chapter5.drawings.causal import SCORES, WORDS, weights


def test_the_weights_are_a_masked_softmax():
    scores = torch.tensor(SCORES, dtype=torch.float64)
    future = torch.ones_like(scores).triu(1).bool()
    expected = scores.masked_fill(future, -torch.inf).softmax(1)
    torch.testing.assert_close(weights(), expected)
    assert (weights()[future] == 0).all()


@pytest.mark.parametrize("T", range(1, len(WORDS) + 1))
def test_a_new_word_leaves_the_rows_before_it(T):
    torch.testing.assert_close(weights(T), weights()[:T, :T])
