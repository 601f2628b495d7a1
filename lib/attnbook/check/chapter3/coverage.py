"""The check of the penalty of Xu et al. 2015, equation 14: what each place got
from all words, compared with 1.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from attnbook.check import dependence, memories
from attnbook.check.checker import Attempt, Check, Mistake, Sighting
from attnbook.check.forms import close


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


def _look(attempt: Attempt) -> Sighting | None:
    looks = (_finite, _others, _padding, _words, _factor)
    says = next((said for look in looks if (said := look(attempt))), None)
    shows = _small(attempt)
    return Sighting(says or "", shows, "penalty") if says or shows else None


def _finite(attempt: Attempt) -> str | None:
    found = attempt.found["penalty"]
    if not found.isfinite().all():
        return "your penalty is not finite."
    if not (found < 0).any():
        return None
    b = int((found < 0).int().argmax())
    return (
        f"penalty[{b}] is {float(found[b]):.4g}: a sum of squares is never "
        "below 0. Is the sign turned, or the square missing?"
    )


def _others(attempt: Attempt) -> str | None:
    said = dependence.of_others("penalty", attempt)
    return said and said.replace("sentence", "caption")


def _padding(attempt: Attempt) -> str | None:
    """Do padded words count, or they alone?"""
    mask, right = attempt.given["mask"], attempt.expected["penalty"]
    turned = attempt.again({"mask": ~mask})
    if turned and close(turned["penalty"], right):
        return (
            "the mask is inverted: True means that a word is real. You add up "
            "what padding took."
        )
    weights = attempt.given["weights"]
    changed = torch.where(mask[..., None], weights, weights.flip(-1))
    again = attempt.again({"weights": changed})
    if again and not close(again["penalty"], attempt.found["penalty"]):
        seen = {"mask": torch.ones_like(mask)}
        unused = close(attempt.right(seen)["penalty"], attempt.found["penalty"])
        why = (
            "Is the mask unused?"
            if unused
            else "The mask belongs to the words, before they are added up."
        )
        return (
            "your penalty changes with the weights of padding, where the mask "
            f"is False. {why}"
        )
    return None


def _words(attempt: Attempt) -> str | None:
    """The order of the words must not matter; what they read must."""
    weights, mask = attempt.given["weights"], attempt.given["mask"]
    back = attempt.again({"weights": weights.flip(1), "mask": mask.flip(1)})
    if back and not close(back["penalty"], attempt.found["penalty"]):
        return (
            "your penalty changes when the words change places: what a place "
            "got is a sum over all words, in any order."
        )
    sharp = attempt.again({"weights": (9 * weights).softmax(-1)})
    if sharp and close(sharp["penalty"], attempt.found["penalty"]):
        return (
            "your penalty does not depend on where the words look. The "
            "weights of one word sum to 1 over the places, whatever they are: "
            "add up over the words first, and square before you add up over "
            "the places."
        )
    return None


def _factor(attempt: Attempt) -> str | None:
    """The right penalty, times one number."""
    found, right = attempt.found["penalty"], attempt.expected["penalty"]
    factor = float(found[0] / right[0])
    if len(found) == 1 or not close(found, factor * right):
        return None
    _, T, S = attempt.given["weights"].shape
    sizes = {T: "T, the words", 1 / T: "1 / T", S: "S", 1 / S: "1 / S"}
    named = (f" ({k})" for n, k in sizes.items() if abs(n - factor) < 1e-9)
    return f"yours is the right one times {factor:.4g}{next(named, '')}."


def _small(attempt: Attempt) -> tuple[str, ...]:
    """Captions that can be worked out by hand."""
    weights, lines = attempt.given["weights"], []
    _, T, S = weights.shape
    real = torch.ones_like(attempt.given["mask"])
    for places, says in (
        (torch.zeros(T).long(), "all look at place 0"),
        (torch.arange(T) % S, "word t looks at place t"),
    ):
        made = torch.nn.functional.one_hot(places, S).to(weights)
        given = {"weights": made.expand_as(weights), "mask": real}
        again, due = attempt.again(given), attempt.right(given)["penalty"]
        if again and not close(again["penalty"], due):
            lines.append(
                f"{T} words, {S} places, {says}: expected {float(due[0]):.4g}, "
                f"yours {float(again['penalty'][0]):.4g}"
            )
    return tuple(lines)


_takes = {"weights": "B T S", "mask": "B T"}
SIZES = {"B": 3, "T": 5, "S": 7}
WORDS = ((1, 1, 1, 0, 0), (1, 1, 1, 1, 1), (1, 0, 0, 0, 0))


def _case(says: str, seed: int, rows: tuple, sizes: dict[str, int]):
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
    looks=(_look,),
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
