"""Cases of attention: random queries, memories and masks of small sizes.

And a look at weights that are 0 where nothing hides.
"""

from functools import partial
from typing import Any

import torch
from torch import Tensor

from attnbook.check.checker import Attempt, Case, Sighting
from attnbook.check.forms import close
from attnbook.check.reading import visible, weighted_sum

# Sizes are pairwise different primes, so that a swapped axis shows.
SIZES = {"B": 3, "S": 5, "T": 2, "D": 2, "M": 7, "A": 11}
ONE = {"B": 1, "S": 3, "T": 11, "D": 7, "M": 5, "A": 2}  # an axis of 1
ALL_SEEN = ((1, 1, 1, 1, 1),) * 3
# Hidden and seen, both in every row and in every column.
HIDDEN_AND_SEEN = ((1, 1, 1, 0, 0), (1, 0, 1, 1, 1), (0, 1, 1, 1, 0))
NOTHING_SEEN = ((1, 1, 1, 1, 1), (0, 0, 0, 0, 0), (1, 0, 0, 0, 0))
ONE_SEEN = ((1, 0, 1),)
EMPTY = (
    "one sentence with every position hidden: it gets weights 0 and context 0"
)


def case(
    takes: dict[str, str],
    says: str,
    seed: int,
    rows: tuple[tuple[int, ...], ...],
    sizes: dict[str, int] = SIZES,
    **given: int | float,
) -> Case:
    """Normal numbers for each argument, but for those given and the mask.

    `rows` is the mask, one row for each sentence.
    """
    seen = torch.tensor(rows, dtype=torch.bool)
    used = {letter for shape in takes.values() for letter in shape.split()}

    def make():
        generator = torch.Generator().manual_seed(seed)
        draw = partial(torch.randn, generator=generator, dtype=torch.float64)
        values: dict[str, Any] = dict(given)
        for name, shape in takes.items():
            axes = [sizes.get(letter, 1) for letter in shape.split()]
            if name == "mask":
                values[name] = seen.reshape(axes).clone()
            elif name not in given:
                values[name] = draw(axes)
        if "v" in values:  # scores near 1, so that no weight hides the others
            values["v"] /= sizes["A"] ** 0.5
        return {name: values[name] for name in takes}

    told = [f"{letter}={sizes[letter]}" for letter in sizes if letter in used]
    told += [f"{name}={value}" for name, value in given.items()]
    return Case(f"{says} ({', '.join(told)})", make)


def even(drawn: Case) -> Case:
    """The same with every matrix W_... divided by the root of its rows, so that
    what it makes is as large as what it is given, and scores are near 1.
    """

    def make() -> dict[str, Any]:
        return {
            name: x / len(x) ** 0.5 if name.startswith("W_") else x
            for name, x in drawn.make().items()
        }

    return drawn._replace(make=make)


def attend(e: Tensor, h: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
    """Context and weights of these scores: all right but, maybe, the scores."""
    a = visible(e, mask)
    return weighted_sum(a, h), a


def dropped(attempt: Attempt) -> Sighting | None:
    """Weights that are shares, but not of all that may be seen."""
    if attempt.found["weights"] is None:
        return None
    weights = attempt.found["weights"].detach()
    mask = attempt.given["mask"]
    seen, taken = mask.expand_as(weights), weights != 0
    gone = seen & ~taken
    shares = close(weights.sum(-1), seen.any(-1).to(weights))
    best = attempt.expected["weights"].argmax(-1)
    hard = close(weights, weights.round())
    if not gone.any() or not shares or (taken & ~seen).any():
        return None
    if hard and bool((weights.argmax(-1) == best)[mask.any(-1)].all()):
        return None  # that is argmax
    if mask.shape == weights.shape and not hard:
        other = attempt.right({"mask": taken})["weights"]
        if close(other, weights):  # of another mask more can be said
            return None
    place = gone.nonzero()[0].tolist()
    return Sighting(
        f"weights{place} is 0, and the mask lets it be seen: something else "
        "hides positions. The mask alone says what is hidden.",
        part="weights",
    )
