"""How well tokens are predicted, one by one and in a row. Built in chapter
1.
"""

import math
from collections.abc import Sequence


def perplexity(loss: float) -> float:
    """exp of the mean cross-entropy per token (in nats).

    The number of equally likely tokens that it amounts to; infinite where no
    float has it.
    """
    try:
        return math.exp(loss)
    except OverflowError:
        return math.inf


def matched(
    hypothesis: Sequence[object], reference: Sequence[object]
) -> list[bool]:
    """For each token of the reference, is it in the longest common subsequence?

    A token counts when the hypothesis has it in the same order, wherever it
    stands: a word too many or too few moves the rest and costs nothing more.
    Where several are longest, one of them is taken.
    Source: Wagner and Fischer 1974, section 5.
    """
    longest = [[0] * (len(reference) + 1) for _ in range(len(hypothesis) + 1)]
    for i, token in enumerate(hypothesis, 1):
        for j, other in enumerate(reference, 1):
            before = longest[i - 1][j], longest[i][j - 1]
            same = longest[i - 1][j - 1] + 1 if token == other else 0
            longest[i][j] = max(*before, same)
    kept, i, j = [False] * len(reference), len(hypothesis), len(reference)
    while i and j:
        if longest[i][j] == longest[i - 1][j]:
            i -= 1
        elif longest[i][j] == longest[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            kept[j] = True
    return kept
