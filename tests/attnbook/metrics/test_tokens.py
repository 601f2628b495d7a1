"""Perplexity by hand."""

import math
from itertools import combinations, product

import pytest

from attnbook.metrics import tokens
from attnbook.metrics.tokens import perplexity
from tests.toys import printed


def test_perplexity_of_equal_chances_is_their_number():
    assert perplexity(math.log(17)) == pytest.approx(17)
    assert perplexity(0.0) == 1
    assert perplexity(800.0) == math.inf


def test_no_figure_pays_for_another():
    """Who measures alignments or tokens need not wait for sacrebleu."""
    script = (
        "import sys, attnbook.metrics.alignment, attnbook.metrics.tokens; "
        "print('sacrebleu' in sys.modules)"
    )
    assert printed(script) == "False\n"


def brute(found, wanted):
    """The length of the longest common subsequence, by trying all of them."""
    for size in range(len(wanted), 0, -1):
        for chosen in combinations(wanted, size):
            rest = iter(found)
            if all(token in rest for token in chosen):
                return size
    return 0


LISTS = [list(t) for n in range(5) for t in product(range(2), repeat=n)]


def test_what_is_matched_is_a_longest_common_subsequence():
    """For every pair of lists of two tokens, up to four long."""
    for found, wanted in product(LISTS, repeat=2):
        kept = tokens.matched(found, wanted)
        assert len(kept) == len(wanted)
        rest = iter(found)
        hits = [w for w, hit in zip(wanted, kept, strict=True) if hit]
        assert all(token in rest for token in hits)
        assert len(hits) == brute(found, wanted)
