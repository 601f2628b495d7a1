"""Counts by hand."""

import math

import pytest

from attncourse import spec


def test_alignment_error_rate_of_och_and_ney():
    found, sure, possible = {(0, 0), (1, 2), (2, 2)}, {(0, 0), (1, 1)}, {(2, 2)}
    assert spec.alignment_error_rate(found, sure, possible) == pytest.approx(
        1 - (1 + 2) / (3 + 2)
    )
    assert spec.alignment_error_rate(sure, sure, set()) == 0
    assert spec.alignment_error_rate({(3, 3)}, sure, set()) == 1


def test_bleu_by_hand():
    """5 of 6 words, 3 of 5 pairs, 2 of 4 triples, 1 of 3 quadruples, and no
    penalty for brevity.
    """
    ours, theirs = [list("abcdxf")], [list("abcdef")]
    assert spec.bleu(ours, theirs) == pytest.approx(
        100 * (5 / 6 * 3 / 5 * 2 / 4 * 1 / 3) ** 0.25
    )
    assert spec.bleu([list("abcde")], theirs) == pytest.approx(
        100 * math.exp(1 - 6 / 5)
    )
    assert spec.bleu([list("aaaa")], theirs) == 0
