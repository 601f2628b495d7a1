"""How good a translation, a prediction or an alignment is. BLEU is sacrebleu's. Built in chapters 1 and 2."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from jaxtyping import Float, Int
from sacrebleu.metrics import BLEU
from torch import Tensor


class Interval(NamedTuple):
    """An estimate and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def bleu(hypotheses: Sequence[str], references: Sequence[str]) -> tuple[float, str]:
    """Corpus BLEU in 0 .. 100 (lower case, 13a tokens) and sacrebleu's signature.

    Source: Papineni et al. 2002; Post 2018. Raises ValueError for unequal or empty lists.
    """
    _check(hypotheses, references)
    metric = BLEU(lowercase=True, force=True)
    score = metric.corpus_score(list(hypotheses), [list(references)]).score
    return score, str(metric.get_signature())


def bootstrap(
    first: Sequence[str], second: Sequence[str], references: Sequence[str], resamples: int = 1000, seed: int = 1
) -> Interval:
    """BLEU of `first` minus BLEU of `second`, with a paired bootstrap 95 % interval over the sentences.

    Source: Koehn 2004, section 4. Raises ValueError for unequal or empty lists.
    """
    _check(first, references)
    _check(second, references)
    statistics = [_statistics(system, references) for system in (first, second)]
    draws = np.random.default_rng(seed).multinomial(
        len(references), [1 / len(references)] * len(references), size=resamples
    )
    difference = [_score(draw @ statistics[0]) - _score(draw @ statistics[1]) for draw in draws]
    whole = _score(statistics[0].sum(0)) - _score(statistics[1].sum(0))
    return Interval(whole, *map(float, np.percentile(difference, [2.5, 97.5])))


def perplexity(loss: float) -> float:
    """exp of the mean cross-entropy per token (in nats): the number of equally likely tokens it amounts to."""
    return math.exp(loss)


def token_accuracy(logits: Float[Tensor, "B T N"], target: Int[Tensor, "B T"], pad: int) -> float:
    """Share of real tokens that are the most probable one under teacher forcing."""
    real = target != pad
    if not real.any():
        raise ValueError(f"cannot take the accuracy of 0 tokens: target={tuple(target.shape)}, all padding")
    return float((logits.argmax(-1) == target)[real].double().mean())


Links = set[tuple[int, int]]
"""Alignment links: (target position, source position)."""


def links(weights: Float[Tensor, "T S"]) -> Links:
    """Each target position linked to the source position with the greatest weight."""
    return set(enumerate(weights.argmax(-1).tolist()))


def alignment_error_rate(predicted: Links, sure: Links, possible: Links | None = None) -> float:
    """1 - (|A and S| + |A and P|) / (|A| + |S|): 0 for a perfect alignment, 1 for none right.

    `possible` holds the sure links too; by default it is the sure ones. Source: Och and Ney 2003, equation 7.
    """
    possible = sure if possible is None else possible | sure
    if not predicted or not sure:
        raise ValueError(f"both alignments need links: predicted={len(predicted)}, sure={len(sure)}")
    return 1 - (len(predicted & sure) + len(predicted & possible)) / (len(predicted) + len(sure))


def _statistics(hypotheses: Sequence[str], references: Sequence[str]) -> np.ndarray:
    """A row for each sentence: matches and totals for n = 1 .. 4, then both lengths."""
    metric = BLEU(lowercase=True, force=True, effective_order=True)
    scores = (metric.sentence_score(h, [r]) for h, r in zip(hypotheses, references, strict=True))
    return np.array([[*s.counts, *s.totals, s.sys_len, s.ref_len] for s in scores])


def _score(totals: np.ndarray) -> float:
    row = [int(x) for x in totals]
    return BLEU.compute_bleu(row[:4], row[4:8], row[8], row[9]).score


def _check(hypotheses: Sequence[str], references: Sequence[str]) -> None:
    if not references or len(hypotheses) != len(references):
        raise ValueError(f"one hypothesis for each reference: {len(hypotheses)} and {len(references)}")
