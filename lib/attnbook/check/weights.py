"""What must hold for the weights of every attention: each look names the step
that breaks it.

Mask and softmax come before the score, since a wrong score still gives weights.
"""

import torch
from torch import Tensor

from attnbook.check import dependence, masking
from attnbook.check.checker import Attempt
from attnbook.check.forms import close
from attnbook.check.hints import letters
from attnbook.check.masking import HIDDEN
from attnbook.check.reading import Read, moved, placed, visible, weighted_sum

DIGITS = (
    "is a number rounded, or made in float32, as torch.tensor(7.0) is? Plain "
    "numbers of Python keep all digits."
)
AXES = {"B": "the batch", "H": "the heads", "T": "the target positions"}


def blame(read: Read) -> str:
    """The first step that breaks a property; each look may take for granted
    that those before it found nothing.
    """
    looks = (
        *(masking.inverted, masking.left_out),
        *(masking.hard, masking.other_mask),
        *(masking.finite, masking.negative, masking.hidden, _sums),
    )
    broken = next((says for look in looks if (says := look(read))), None)
    return (
        broken or dependence.of_others("weights", read.attempt) or _score(read)
    )


def _sums(read: Read) -> str | None:
    """What makes a sum wrong: the axis, or one factor in each row, or
    neither.
    """
    if close(read.sums, read.wanted):
        return None
    if known := _axis(read) or _factor(read):
        return known
    shown = ", ".join(map(_number, read.sums.flatten().tolist()))
    nearly = bool((read.weights - read.right).abs().max() < 6e-3)
    why = (
        "are they rounded? float32 rounds, too."
        if nearly
        else "is the softmax missing, or not the last step of the weights?"
    )
    return (
        f"over the source positions, the weights sum to {shown}, not to 1: "
        f"{why}"
    )


def _axis(read: Read) -> str | None:
    if close(read.weights, read.mask.to(read.weights)):
        return (
            "every weight is 1: does the softmax run over an axis of length 1? "
            "It belongs over the source positions."
        )
    if close(read.weights.sum(), 1.0):
        return (
            "the weights of all sentences together sum to 1. Each row of "
            "weights must, over the source positions."
        )
    for axis, letter in enumerate(read.attempt.returns["weights"].split()[:-1]):
        if close(read.weights.sum(axis), read.mask.any(axis).to(read.weights)):
            due = (
                "the weights must sum to 1 over the source positions (the "
                "last axis of the scores)"
            )
            return (
                f"the softmax runs over the wrong axis: {due}; yours sum to 1 "
                f"over {AXES.get(letter, letter)}."
            )
    return None


def _factor(read: Read) -> str | None:
    if not close(read.weights, read.right * read.sums):
        return None
    off = (read.sums - read.wanted).abs()
    worst = off == off.max()
    total = (
        f"{placed(worst[..., 0])} sums to "
        f"{_number(float(read.sums[worst][0]))}, not to 1"
    )
    factor = float(read.sums[read.wanted > 0][0])
    if close(read.sums, read.wanted * factor):
        return (
            f"{total}: your weights are the right ones times "
            f"{_named(factor, read.attempt)}."
        )
    if close(
        read.weights,
        read.under(torch.ones_like(read.attempt.given[read.names[1]]))
        * read.mask,
    ):
        return (
            f"{total}: the mask comes after the softmax, and hidden "
            f"positions have taken their share. {HIDDEN}"
        )
    return (
        f"{total}: divide each exponential by the sum of all that may be "
        f"seen, with nothing added to it."
    )


def _number(total: float) -> str:
    """To 3 digits, or to as many as tell it from 1."""
    return f"{total:.3f}" if f"{total:.3f}" != "1.000" else f"{total:.12f}"


def _score(read: Read) -> str:
    """All that is left: the weights are weights, but not the right ones."""
    if close(
        read.weights,
        read.mask.to(read.weights)
        / read.mask.sum(-1, keepdim=True).clamp(min=1),
    ):
        return (
            "all visible positions weigh the same: the scores that reach "
            "the softmax are equal."
        )
    lead = "the mistake is in the score"
    if name := dependence.without_effect("weights", read.attempt):
        why = (
            "It is not used, or it adds the same to every position, and the "
            "softmax cancels that."
        )
        return f"{lead}: {name} has no effect on your weights. {why}"
    found, right = (
        _scores(weights, read.mask) for weights in (read.weights, read.right)
    )
    if (found - right).abs().max() < 1e-3:
        return f"{lead}. It is nearly right: {DIGITS}"
    factor = float((found * right).sum() / (right * right).sum())
    if close(found, factor * right):
        return (
            f"{lead}: yours is the right one times "
            f"{_named(factor, read.attempt)}."
        )
    if close(read.weights, visible(read.right, read.mask)):
        return (
            "the softmax is taken twice: these are the right weights after "
            "a second one."
        )
    if moved(read.weights, read.right):
        return (
            "the right weights stand at other positions: is an axis of the "
            "scores turned round or shifted?"
        )
    if other := _other_row(read):
        return other
    agree = close(read.context, weighted_sum(read.weights, read.memory))
    rest = ", and the context is your weights times the memory" if agree else ""
    off = ~((found - right).abs().amax(-1) <= 1e-9)
    yours, due = (
        ", ".join(f"{score:.3g}" for score in scores[off][0].tolist())
        for scores in (found, right)
    )
    return (
        f"{lead}. The rest fits: your weights are not negative, sum to 1, are "
        f"0 where the mask hides{rest}.\n"
        f"  scores of {placed(off)}, less their mean: {yours}; right ones: "
        f"{due}"
    )


def _other_row(read: Read) -> str | None:
    """Are the weights of a row the right ones of another?"""
    found, right = (x.flatten(0, -2) for x in (read.weights, read.right))
    count = torch.arange(len(found)).reshape(read.weights.shape[:-1])
    for i, row in enumerate(found):
        for j, other in enumerate(right):
            if close(row, other) and not close(row, right[i]):
                return (
                    "the right weights stand in another row: "
                    f"{placed(count == i)} holds those of {placed(count == j)}."
                    " Are rows turned round, or is one used for all?"
                )
    return None


def _scores(weights: Tensor, mask: Tensor) -> Tensor:
    """The scores behind weights, less their mean over what is seen; a softmax
    cannot tell more.
    """
    e = torch.where(mask, weights.log(), 0.0)
    return torch.where(
        mask,
        e - e.sum(-1, keepdim=True) / mask.sum(-1, keepdim=True).clamp(min=1),
        0.0,
    )


def _named(factor: float, attempt: Attempt) -> str:
    """The factor, and beside it a simple expression in the sizes that equals
    it.
    """
    for size, letter in letters(attempt.given, attempt.takes).items():
        values = {
            f"sqrt({letter})": size**0.5,
            f"1/sqrt({letter})": size**-0.5,
            f"1/{letter}": 1 / size,
        }
        if name := next(
            (
                name
                for name, value in values.items()
                if abs(value - factor) < 1e-6
            ),
            None,
        ):
            return f"{factor:.4g} = {name}"
    return f"{factor:.4g}"
