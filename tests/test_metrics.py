"""Figures by hand, against the published implementation, and on samples whose spread is known."""

import math
import random

import pytest
import sacrebleu
import torch

from attnbook import metrics, spec

REFERENCES = [
    "Un chien noir court dans l'herbe.",
    "Deux enfants jouent.",
    "Une femme lit un livre à l'ombre.",
    "Il dort.",
]
SYSTEM = [
    "Un chien court dans l'herbe noire.",
    "Deux enfants jouent.",
    "Une femme lit à l'ombre d'un arbre.",
    "Elle dort.",
]
WORSE = ["Un chien.", "Des enfants jouent.", "Une femme lit un livre.", "Il dort."]


def test_bleu_is_sacrebleus_with_its_signature():
    score, signature = metrics.bleu(SYSTEM, REFERENCES)
    assert score == sacrebleu.corpus_bleu(SYSTEM, [REFERENCES], lowercase=True, tokenize="13a").score
    assert signature == f"nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|version:{sacrebleu.__version__}"


def test_bleu_is_the_definition_on_the_same_tokens():
    """Where every precision is above zero, smoothing changes nothing."""
    tokens = [[sacrebleu.metrics.BLEU().tokenizer(s.lower()).split() for s in side] for side in (SYSTEM, REFERENCES)]
    assert metrics.bleu(SYSTEM, REFERENCES)[0] == pytest.approx(spec.bleu(*tokens), rel=1e-12)


def test_bleu_ignores_case_and_is_100_for_a_copy():
    assert metrics.bleu([s.upper() for s in REFERENCES], REFERENCES)[0] == pytest.approx(100)


def test_bootstrap_of_a_system_with_itself_is_zero():
    assert metrics.bootstrap(SYSTEM, SYSTEM, REFERENCES, resamples=100) == (0, 0, 0)


def test_bootstrap_estimates_the_difference_of_the_corpus_scores():
    """The estimate is sacrebleu's own difference, whatever the sentences drawn."""
    interval = metrics.bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert interval.value == pytest.approx(metrics.bleu(SYSTEM, REFERENCES)[0] - metrics.bleu(WORSE, REFERENCES)[0])
    assert interval.low <= interval.value <= interval.high


def test_bootstrap_depends_on_the_seed_and_turns_sign_with_the_order():
    one = metrics.bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert one == metrics.bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100)
    assert one != metrics.bootstrap(SYSTEM, WORSE, REFERENCES, resamples=100, seed=2)
    turned = metrics.bootstrap(WORSE, SYSTEM, REFERENCES, resamples=100)
    assert turned == pytest.approx((-one.value, -one.high, -one.low))


def test_the_interval_covers_chance():
    """Right and wrong sentences, drawn alike for both systems: the difference is chance, and zero lies inside.

    It shrinks with the root of the number of sentences: four times as many halve it, within a third.
    """
    draw = random.Random(1)

    def interval(count):
        references = [f"the number {i} is a good number" for i in range(count)]
        sides = [[r if draw.random() < 0.5 else "the wrong words are in this line" for r in references] for _ in "ab"]
        return metrics.bootstrap(*sides, references, resamples=200)

    small, large = interval(100), interval(400)
    for found in (small, large):
        assert found.low < 0 < found.high
    assert (large.high - large.low) / (small.high - small.low) == pytest.approx(1 / 2, rel=1 / 3)


def test_perplexity_of_equal_chances_is_their_number():
    assert metrics.perplexity(math.log(17)) == pytest.approx(17)
    assert metrics.perplexity(0.0) == 1


def test_token_accuracy_counts_real_tokens_only():
    """3 of 5 real tokens; the padding would be right, too."""
    target = torch.tensor([[1, 2, 3, 0], [4, 1, 0, 0]])
    guess = torch.tensor([[1, 2, 2, 0], [3, 1, 0, 0]])
    logits = torch.nn.functional.one_hot(guess, 5).double()
    assert metrics.token_accuracy(logits, target, pad=0) == 3 / 5


def test_links_follow_the_greatest_weight():
    weights = torch.tensor([[0.1, 0.7, 0.2], [0.5, 0.2, 0.3]])
    assert metrics.links(weights) == {(0, 1), (1, 0)}


def test_alignment_error_rate_by_hand_and_by_definition():
    """Two of three links are possible, one is sure: 1 - (1 + 2) / (3 + 2)."""
    found, sure, possible = {(0, 0), (1, 2), (2, 2)}, {(0, 0), (1, 1)}, {(2, 2)}
    assert metrics.alignment_error_rate(found, sure, possible) == pytest.approx(2 / 5)
    assert metrics.alignment_error_rate(found, sure) == pytest.approx(1 - (1 + 1) / (3 + 2))
    assert metrics.alignment_error_rate(sure, sure) == 0


@pytest.mark.parametrize("seed", range(7))
def test_alignment_error_rate_is_the_definition(seed):
    draw = random.Random(seed)
    found, sure, possible = ({(draw.randrange(5), draw.randrange(7)) for _ in range(11)} for _ in range(3))
    expected = spec.alignment_error_rate(found, sure, possible)
    assert metrics.alignment_error_rate(found, sure, possible) == expected


def test_what_cannot_be_measured_is_refused():
    with pytest.raises(ValueError, match="one hypothesis for each reference: 2 and 4"):
        metrics.bleu(SYSTEM[:2], REFERENCES)
    with pytest.raises(ValueError, match="0 and 0"):
        metrics.bleu([], [])
    with pytest.raises(ValueError, match="2 and 4"):
        metrics.bootstrap(SYSTEM, SYSTEM[:2], REFERENCES)
    with pytest.raises(ValueError, match=r"accuracy of 0 tokens: target=\(1, 3\), all padding"):
        metrics.token_accuracy(torch.zeros(1, 3, 5), torch.zeros(1, 3, dtype=torch.long), pad=0)
    with pytest.raises(ValueError, match="both alignments need links: predicted=0, sure=1"):
        metrics.alignment_error_rate(set(), {(0, 0)})
