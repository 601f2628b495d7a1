"""A model beside counting, in miniature."""

import pytest
import torch

from attnbook.data import text
from attnbook.data.tokenizer import START
from attncourse.chapter10.recipes import capstone


def test_a_context_is_a_number_of_the_last_tokens():
    rows = [[5, 7, 6], [7]]
    one = [START, 5, 7, START]
    two = [START * 9 + START, START * 9 + 5, 5 * 9 + 7, START * 9 + START]
    assert capstone.contexts(rows, 0, 9).tolist() == [0] * 4
    assert capstone.contexts(rows, 1, 9).tolist() == one
    assert capstone.contexts(rows, 2, 9).tolist() == two


def test_counting_without_a_context_is_the_guess_by_frequency(ran):
    """And probabilities of all tokens sum to 1 after each context."""
    result = ran("capstone").result
    none, *_ = result.table("ngrams").column("bits")
    assert none == pytest.approx(result.value("unigram_bits"), rel=1e-4)
    train = [([3, 4, 3, 4, 2],) * 2, ([4, 4, 2],) * 2]
    held = [([3, 4, token],) * 2 for token in range(5)]
    for p in capstone.counted(train, held, 5, 2, 4.0):
        assert float(p[2::3].sum()) == pytest.approx(1)
        assert torch.equal(p[0::3], p[:1].expand(5))


def test_the_reference_is_long_enough(tmp_path):
    found = text.read(capstone.reference(tmp_path))
    assert sum(map(len, found.train)) > 200_000


def test_copies_are_counted_in_characters():
    said = ["the cat sat", "dogs"]
    assert capstone.copied(said, ["a cat", "so"]) == {
        "copied": (4 + 1) / 2,
        "longest": 4,
    }
