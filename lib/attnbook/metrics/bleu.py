"""BLEU of a translation, and how sure a difference of two is. The work is
sacrebleu's. Built in chapter 1.
"""

from collections.abc import Sequence
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from attnbook import validation

if TYPE_CHECKING:
    from sacrebleu.metrics import BLEU


class Interval(NamedTuple):
    """An estimate and the ends of its 95% interval."""

    value: float
    low: float
    high: float


def bleu(
    hypotheses: Sequence[str],
    references: Sequence[str | Sequence[str]],
    tokenize: str = "13a",
) -> tuple[float, str]:
    """Corpus BLEU in 0 .. 100 (lower case, tokens as sacrebleu makes them) and
    sacrebleu's signature; a hypothesis has one reference, or several that are
    as good.

    Source: Papineni et al. 2002; Post 2018. Raises ValueError for unequal or
    empty lists and for a hypothesis without a reference, TypeError for one text
    in the place of a list.
    """
    several = _several(hypotheses, references)
    # force: no warning about sentences that end with a space and a dot
    metric = _sacrebleu()(lowercase=True, force=True, tokenize=tokenize)
    # sacrebleu wants the first of each, the second of each, ...
    score = metric.corpus_score(hypotheses, [*zip_longest(*several)]).score
    return score, str(metric.get_signature())


def sentence_bleu(hypothesis: str, reference: str) -> float:
    """BLEU of one sentence, 0 to 100, of the n-grams that it is long enough
    for.

    Good for putting sentences in an order, not for comparing systems.
    """
    metric = _sacrebleu()(lowercase=True, effective_order=True)
    return metric.sentence_score(hypothesis, [reference]).score


def chrf(
    hypotheses: Sequence[str], references: Sequence[str | Sequence[str]]
) -> float:
    """Corpus chrF2 in 0 .. 100, of character n-grams, in lower case.

    Source: Popović 2015. Raises as `bleu` does.
    """
    from sacrebleu.metrics import CHRF

    several = _several(hypotheses, references)
    metric = CHRF(lowercase=True)
    return metric.corpus_score(hypotheses, [*zip_longest(*several)]).score


def bootstrap(
    first: Sequence[str],
    second: Sequence[str],
    references: Sequence[str | Sequence[str]],
    resamples: int = 1000,
    seed: int = 1,
) -> Interval:
    """BLEU of `first` minus BLEU of `second`, as `bleu` has them, with a paired
    bootstrap 95 % interval over the sentences.

    Source: Koehn 2004, section 4. Raises ValueError for no resamples, and what
    `bleu` raises.
    """
    validation.at_least(1, resamples=resamples)
    statistics = [_statistics(system, references) for system in (first, second)]
    draws = np.random.default_rng(seed).multinomial(
        len(references), [1 / len(references)] * len(references), size=resamples
    )
    difference = [
        _score(draw @ statistics[0]) - _score(draw @ statistics[1])
        for draw in draws
    ]
    whole = _score(statistics[0].sum(0)) - _score(statistics[1].sum(0))
    return Interval(whole, *map(float, np.percentile(difference, [2.5, 97.5])))


@cache
def _sacrebleu() -> type["BLEU"]:
    """Imported where it is used: the rest needs PyTorch alone."""
    from sacrebleu.metrics import BLEU

    return BLEU


def _statistics(
    hypotheses: Sequence[str], references: Sequence[str | Sequence[str]]
) -> np.ndarray:
    """A row for each sentence: matches and totals for n = 1 .. 4, then both
    lengths.
    """
    # the order, which counts do not know, only avoids a warning
    metric = _sacrebleu()(lowercase=True, effective_order=True)
    several = _several(hypotheses, references)
    scores = map(metric.sentence_score, hypotheses, several)
    return np.array(
        [[*s.counts, *s.totals, s.sys_len, s.ref_len] for s in scores]
    )


def _score(totals: np.ndarray) -> float:
    row = totals.tolist()
    score = _sacrebleu().compute_bleu(
        row[:4], row[4:8], row[8], row[9], smooth_method="exp"
    )
    return score.score


def _several(
    hypotheses: Sequence[str], references: Sequence[str | Sequence[str]]
) -> list[Sequence[str]]:
    """The references of each hypothesis. Raises ValueError, TypeError."""
    for name, given in (("hypotheses", hypotheses), ("references", references)):
        if isinstance(given, str):
            raise TypeError(f"{name} are a list of texts: {given!r}")
    if not references or len(hypotheses) != len(references):
        raise ValueError(
            f"one hypothesis for each reference: {len(hypotheses)} and "
            f"{len(references)}"
        )
    several = [[r] if isinstance(r, str) else r for r in references]
    for i, own in enumerate(several):
        if not own:
            raise ValueError(f"sentence {i} has no reference")
    return several
