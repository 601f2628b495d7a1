"""The check of the penalty of Xu et al. 2015, equation 14: what each place got
from all words, compared with 1.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from attnbook.check import memories
from attnbook.check.chapter3 import totals
from attnbook.check.checker import Case, Check, Mistake


def _penalty(weights: Tensor, mask: Tensor) -> Tensor:
    """Caption by caption, place by place."""
    found = []
    for steps, real in zip(weights, mask.tolist(), strict=True):
        taken = [
            row for row, is_word in zip(steps, real, strict=True) if is_word
        ]
        got = sum(taken, torch.zeros_like(steps[0]))
        found.append(sum((1 - x) ** 2 for x in got))
    return torch.stack(found)


_takes = {"weights": "B T S", "mask": "B T"}
SIZES = {"B": 3, "T": 5, "S": 7}
WORDS = ((1, 1, 1, 0, 0), (1, 1, 1, 1, 1), (1, 0, 0, 0, 0))


def _case(says: str, seed: int, rows: tuple, sizes: dict[str, int]) -> Case:
    plain = memories.case(_takes, says, seed, rows, sizes)

    def make() -> dict[str, Tensor]:
        given = plain.make()
        return given | {"weights": given["weights"].softmax(-1)}

    return plain._replace(make=make)


def _made(formula: Callable[[Tensor, Tensor], Tensor]) -> Callable:
    """A mistake, from what each place got "B S" and the number of words."""

    def answer(weights: Tensor, mask: Tensor) -> Tensor:
        got = (weights * mask[..., None]).sum(1)
        return formula(got, mask.sum(1, keepdim=True))

    return answer


coverage_penalty = Check(
    name="coverage_penalty",
    takes=_takes,
    returns={"penalty": "B"},
    reference=_penalty,
    cases=(
        _case("no padding", 1, memories.ALL_SEEN, SIZES),
        _case("captions of 3, 5 and 1 words", 2, WORDS, SIZES),
        _case(
            "one caption, more words than places",
            3,
            ((1, 1, 1, 1, 1, 0, 0),),
            {"B": 1, "T": 7, "S": 3},
        ),
    ),
    looks=(totals.look,),
    mistakes=(
        Mistake(
            "the square is missing: too little and too much cancel.",
            _made(lambda got, words: (1 - got).sum(-1)),
        ),
        Mistake(
            "the places are added up before the square.",
            _made(lambda got, words: (1 - got).sum(-1).square()),
        ),
        Mistake(
            "this is the distance from 1; its square is asked for.",
            _made(lambda got, words: (1 - got).abs().sum(-1)),
        ),
        Mistake(
            "this is a mean over the places; their sum is asked for.",
            _made(lambda got, words: (1 - got).square().mean(-1)),
        ),
        Mistake(
            "what a place got is divided by the number of words. It is their "
            "sum.",
            _made(lambda got, words: (1 - got / words).square().sum(-1)),
        ),
        Mistake(
            "the 1 is missing: what a place got is compared with 0.",
            _made(lambda got, words: got.square().sum(-1)),
        ),
        Mistake(
            "what a place got is squared by itself. Subtract it from 1 first.",
            _made(lambda got, words: (1 - got.square()).sum(-1)),
        ),
        Mistake(
            "there is a 1 for each word. There is one for each place: add up "
            "the words first, then subtract.",
            _made(lambda got, words: (words - got).square().sum(-1)),
        ),
        Mistake(
            "1 + what a place got: subtract it.",
            _made(lambda got, words: (1 + got).square().sum(-1)),
        ),
        Mistake(
            "a root is taken at the end. The sum of squares stays as it is.",
            _made(lambda got, words: (1 - got).square().sum(-1).sqrt()),
        ),
        Mistake(
            "what a place got is compared with T / S. The formula says 1.",
            _made(
                lambda got, words: (
                    (words / got.shape[-1] - got).square().sum(-1)
                )
            ),
        ),
        Mistake(
            "only places that got too little are punished.",
            _made(lambda got, words: (1 - got).relu().square().sum(-1)),
        ),
        Mistake(
            "only places that got too much are punished.",
            _made(lambda got, words: (got - 1).relu().square().sum(-1)),
        ),
        Mistake(
            "the square is taken word by word. Add up the words first: a "
            "place that one word has read needs no other.",
            lambda weights, mask: (
                (1 - weights).square() * mask[..., None]
            ).sum((1, 2)),
        ),
        Mistake(
            "you take the largest weight that a place got. Take the sum.",
            lambda weights, mask: (
                (1 - (weights * mask[..., None]).amax(1)).square().sum(-1)
            ),
        ),
    ),
)
