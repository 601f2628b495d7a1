"""How much of an image a caption gets right, slot by slot, and whether the
model looked there. Built in chapter 3.
"""

from collections.abc import Sequence

from jaxtyping import Float
from torch import Tensor

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
