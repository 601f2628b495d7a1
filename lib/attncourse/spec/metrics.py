"""How good a translation or an alignment is."""

import math
from collections import Counter
from collections.abc import Sequence

Links = set[tuple[int, int]]


def alignment_error_rate(found: Links, sure: Links, possible: Links) -> float:
    """1 - (|A and S| + |A and P|) / (|A| + |S|); sure links are possible too.
    Och and Ney 2003, section 5.
    """
    return 1 - (len(found & sure) + len(found & (possible | sure))) / (
        len(found) + len(sure)
    )


def bleu(
    hypotheses: Sequence[Sequence[str]],
    references: Sequence[Sequence[str]],
    longest: int = 4,
) -> float:
    """BLEU of a corpus of token lists, one reference each, 0 to 100,
    unsmoothed. Papineni et al. 2002, section 2.3.
    """
    precisions = []
    for n in range(1, longest + 1):
        pairs = [
            (ngrams(h, n), ngrams(r, n))
            for h, r in zip(hypotheses, references, strict=True)
        ]
        total = sum(h.total() for h, _ in pairs)
        precisions.append(
            sum((h & r).total() for h, r in pairs) / total if total else 0.0
        )
    if min(precisions) == 0:
        return 0.0
    length, wanted = sum(map(len, hypotheses)), sum(map(len, references))
    brevity = min(1.0, math.exp(1 - wanted / length))
    return 100 * brevity * math.exp(sum(map(math.log, precisions)) / longest)


def ngrams(tokens: Sequence[str], n: int) -> Counter:
    """How often each run of n tokens occurs."""
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))
