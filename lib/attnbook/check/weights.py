"""What must hold for the weights of every attention: each look names the step
that breaks it.

Mask and softmax come before the score, since a wrong score still gives weights.
"""

import torch
from torch import Tensor

from attnbook.check import dependence
from attnbook.check.checker import Attempt
from attnbook.check.forms import close
from attnbook.check.hints import letters

HIDDEN = "Set hidden scores to -inf before the softmax."
BLIND = "Such a sentence gets weights 0 and context 0."
AXES = {"B": "the batch", "H": "the heads", "T": "the target positions"}


def visible(e: Tensor, mask: Tensor) -> Tensor:
    """The softmax over what may be seen, 0 elsewhere."""
    return (
        e.masked_fill(~mask, float("-inf")).softmax(-1).masked_fill(~mask, 0.0)
    )


def weighted_sum(a: Tensor, memory: Tensor) -> Tensor:
    """The context: "B .. S" reads "B S M"."""
    return torch.einsum("b...s,bsm->b...m", a, memory)


class Read:
    """One answer: weights "B .. S", the right ones, context "B .. M", what was
    read, the memory "B S M", and the names of memory and mask.
    """

    def __init__(self, attempt: Attempt, memory: str, mask: str) -> None:
        self.attempt, self.names = attempt, (memory, mask)
        self.weights, self.context = (
            attempt.found[name].detach() for name in ("weights", "context")
        )
        self.right, self.memory = (
            attempt.expected["weights"],
            attempt.given[memory],
        )
        self.mask = attempt.given[mask].expand_as(self.weights)
        self.sums = self.weights.sum(-1, keepdim=True)
        self.wanted = self.mask.any(-1, keepdim=True).to(
            self.weights
        )  # 1, and 0 where nothing may be seen

    def under(self, mask: Tensor) -> Tensor:
        """The right weights under another mask."""
        return self.attempt.right({self.names[1]: mask})["weights"]


def blame(read: Read) -> str:
    """The first step that breaks a property; each look may take for granted
    that those before it found nothing.
    """
    looks = (_inverted, _hard, _other_mask, _finite, _negative, _hidden, _sums)
    broken = next((says for look in looks if (says := look(read))), None)
    return (
        broken or dependence.of_others("weights", read.attempt) or _score(read)
    )


def _first(holds: Tensor, values: Tensor | None = None) -> str:
    """The first place that holds, and its value: "weights[0, 2] is -0.31"."""
    place = f"weights{holds.nonzero()[0].tolist()}"
    return (
        place if values is None else f"{place} is {float(values[holds][0]):.2g}"
    )


def _inverted(read: Read) -> str | None:
    """Is the answer right when the mask is turned round? Only rows that see
    something can tell.
    """
    turned = read.attempt.again(
        {read.names[1]: ~read.attempt.given[read.names[1]]}
    )
    if turned and close(
        torch.where(read.wanted > 0, turned["weights"] - read.right, 0.0), 0.0
    ):
        return (
            "the mask is inverted. True means that a position may be "
            "attended to; you hide the visible ones."
        )
    if read.weights[read.mask].any() or not read.weights.isfinite().all():
        return None
    return (
        "every visible weight is 0: is the mask inverted somewhere, or are "
        "the weights never filled in?"
    )


def _hard(read: Read) -> str | None:
    if not close(read.weights, read.weights.round()) or not close(
        read.sums, read.wanted
    ):
        return None
    best = (
        ": that is argmax"
        if torch.equal(read.weights.argmax(-1), read.right.argmax(-1))
        else ""
    )
    return (
        f"one position takes all the weight{best}. A softmax gives every "
        f"visible position a share."
    )


def _other_mask(read: Read) -> str | None:
    """Are these the right weights under another mask, the one that their zeros
    show?
    """
    name, seen = read.names[1], read.weights != 0
    over = [
        i for i, size in enumerate(read.attempt.given[name].shape) if size == 1
    ]
    mask = seen.amax(over, keepdim=True) if over else seen
    if torch.equal(seen, read.mask) or not close(
        read.under(mask), read.weights
    ):
        return None
    if seen.all():
        return (
            "the mask is not used: hidden positions take part in the softmax."
        )
    off = (seen != read.mask).any(-1)
    shown, due = (
        each[off][0].nonzero().flatten().tolist() for each in (seen, read.mask)
    )
    where = (
        f"in {_first(off)} the positions {shown} are seen, and {name} "
        f"shows {due}."
    )
    return f"your weights are right for another mask: {where}"


def _finite(read: Read) -> str | None:
    odd, blind = ~read.weights.isfinite(), read.wanted[..., 0] == 0
    if not odd.any():
        return None
    if read.weights.isnan().any() and bool((odd.any(-1) == blind).all()):
        return (
            f"NaN: in {_first(blind)} every position is hidden, and a "
            f"softmax over -inf alone is 0/0. {BLIND}"
        )
    first = _first(odd, read.weights)
    if not (odd & read.mask).any():
        return (
            f"{first}, where the mask hides. A hidden weight is 0; -inf "
            f"belongs to the scores, before the softmax."
        )
    why = (
        "Is the mask inverted, is a softmax taken over -inf alone, or 0 "
        "multiplied by inf?"
    )
    return (
        f"{first}, where the mask lets it be seen: every weight must be a "
        f"finite number. {why}"
    )


def _negative(read: Read) -> str | None:
    if not (read.weights < 0).any():
        return None
    if close(
        torch.where(read.mask, read.weights.exp(), 0.0).sum(-1, keepdim=True),
        read.wanted,
    ):
        return (
            "these are the logarithms of weights: take softmax, not "
            "log_softmax."
        )
    first = _first(read.weights < 0, read.weights)
    return (
        f"{first}: the softmax is missing, or it is not the last step of "
        f"the weights."
    )


def _hidden(read: Read) -> str | None:
    taken, blind = (read.weights != 0) & ~read.mask, read.wanted == 0
    if not taken.any():
        return None
    if not (taken & ~blind).any():
        finite = (
            "a finite number, however negative, hides nothing where all "
            "scores are equal"
        )
        return (
            f"in {_first(blind[..., 0])} every position is hidden, and yet "
            f"they get weights: {finite}. {BLIND}"
        )
    little = (
        " A finite score, such as -10, leaves it a little."
        if read.weights[taken].max() < 1e-3
        else ""
    )
    return (
        f"{_first(taken, read.weights)}, where the mask hides: it must be "
        f"exactly 0.{little} {HIDDEN}"
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
    nearly = bool((read.sums - read.wanted).abs().max() < 1e-3)
    why = (
        "are they rounded?"
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
            "every weight is 1: does the softmax run over an axis of "
            "length "
            "1? It belongs over the source positions."
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
                f"the softmax runs over the wrong axis: {due}; yours sum "
                f"to "
                f"1 over {AXES.get(letter, letter)}."
            )
    return None


def _factor(read: Read) -> str | None:
    if not close(read.weights, read.right * read.sums):
        return None
    off = (read.sums - read.wanted).abs()
    worst = off == off.max()
    total = (
        f"{_first(worst[..., 0])} sums to "
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
    agree = close(read.context, weighted_sum(read.weights, read.memory))
    rest = ", and the context is your weights times the memory" if agree else ""
    off = (found - right).abs().amax(-1) > 1e-9
    yours, due = (
        ", ".join(f"{score:.3g}" for score in scores[off][0].tolist())
        for scores in (found, right)
    )
    return (
        f"{lead}. The rest fits: your weights are not negative, sum to 1, are "
        f"0 where the mask hides{rest}.\n"
        f"  scores of {_first(off)}, less their mean: {yours}; right ones: "
        f"{due}"
    )


def moved(a: Tensor, b: Tensor) -> bool:
    """True when every row holds the same numbers, in another order."""
    return close(a.sort(-1).values, b.sort(-1).values)


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
