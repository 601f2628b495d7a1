"""How much of an image a caption gets right, slot by slot, and whether the
model looked there. Built in chapter 3.
"""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float
from numpy.typing import ArrayLike
from torch import Tensor

from attnbook.metrics.bleu import Interval

Mentions = Sequence[tuple[str, ...]]


def right(found: Mentions, wanted: Mentions) -> list[bool]:
    """For each slot of what should be mentioned, thing by thing: does the
    mention at the same place fill it with the same word?

    A thing that is left out moves all after it, and what is mentioned beyond
    the last thing is not counted.
    """
    filled = []
    for k, mention in enumerate(wanted):
        other = found[k] if k < len(found) else ()
        filled += [
            j < len(other) and other[j] == word
            for j, word in enumerate(mention)
        ]
    return filled


def pointed(
    weights: Float[Tensor, "I J"],
    box: tuple[int, int, int, int],
    side: int,
    tolerance: float = 0.0,
) -> bool:
    """Whether the place with the largest weight lies in the box (left, top,
    right, bottom, in pixels) of an image `side` pixels wide, or at most
    `tolerance` pixels from it.

    A place is the centre of its cell; of equal weights the first counts.
    Source: the pointing game of Zhang et al. 2016, section 4.2 (their
    tolerance is 15 pixels, of larger images).
    """
    i, j = divmod(int(weights.argmax()), weights.shape[1])
    y, x = (i + 0.5) * side / len(weights), (j + 0.5) * side / weights.shape[1]
    left, top, right, bottom = box
    return (
        left - tolerance <= x < right + tolerance
        and top - tolerance <= y < bottom + tolerance
    )


def difference(
    first: ArrayLike,
    second: ArrayLike,
    resamples: int = 1000,
    seed: int = 1,
    sizes: ArrayLike | None = None,
) -> Interval:
    """The mean of `first` minus that of `second`, pair by pair, with a
    bootstrap 95% interval over the pairs; `sizes` say how much each counts.

    Source: Efron and Tibshirani 1993, chapter 13. Raises ValueError for
    unequal or empty lists.
    """
    sides = [np.asarray(side, float) for side in (first, second)]
    if len(sides[0]) != len(sides[1]) or not len(sides[0]):
        raise ValueError(
            f"pairs are needed: {len(sides[0])} and {len(sides[1])} values"
        )
    gain = sides[0] - sides[1]
    size = np.ones(len(gain)) if sizes is None else np.asarray(sizes, float)
    draws = np.random.default_rng(seed).integers(
        len(gain), size=(resamples, len(gain))
    )
    means = (gain * size)[draws].sum(1) / size[draws].sum(1)
    whole = float((gain * size).sum() / size.sum())
    return Interval(whole, *map(float, np.percentile(means, [2.5, 97.5])))
