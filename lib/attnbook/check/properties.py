"""What must hold for every attention, whatever its score: each look names the step that breaks it.

Weights come before the context that they cause; in the weights mask and softmax come before the score.
"""

from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor

from attnbook.check import dependence
from attnbook.check.checker import Attempt, Finding, Look
from attnbook.check.dependence import close
from attnbook.check.mistakes import weighted_sum

AXES = {"B": "the batch", "H": "the heads", "T": "the target positions"}


class Read(NamedTuple):
    """One answer: weights "B .. S", the right ones, context "B .. M", and what was read, the memory "B S M"."""

    attempt: Attempt
    weights: Tensor
    right: Tensor
    context: Tensor
    mask: Tensor
    memory: Tensor

    @property
    def sums(self) -> Tensor:
        """The sum of each row of weights."""
        return self.weights.sum(-1, keepdim=True)

    @property
    def wanted(self) -> Tensor:
        """What they must be: 1, and 0 where nothing may be seen."""
        return self.mask.any(-1, keepdim=True).to(self.weights)


def attention(memory: str = "h", mask: str = "mask") -> tuple[Look, ...]:
    """The looks for a function that returns `context` and `weights`, with the names of two of its arguments."""
    weights = (_finite, _negative, _hidden, _axis, _factor, _sums, _others, _hard, _alike, _no_effect, _score)
    looks = [*(("weights", look) for look in weights), ("context", _context)]
    return tuple(partial(_look, part, look, memory, mask) for part, look in looks)


def _look(part, look, memory, mask, attempt: Attempt) -> Finding | None:
    """What is seen in one part of the answer, if that part is wrong."""
    found = {name: value.detach() for name, value in attempt.found.items()}
    if close(found[part], attempt.expected[part]):
        return None
    weights, seen = found["weights"], attempt.given[mask].expand_as(found["weights"])
    read = Read(attempt, weights, attempt.expected["weights"], found["context"], seen, attempt.given[memory])
    says = look(read)
    return Finding(says) if says else None


def _first(holds: Tensor, values: Tensor | None = None) -> str:
    """The first place that holds, and its value: "weights[0, 2] is -0.31"."""
    place = f"weights{holds.nonzero()[0].tolist()}"
    return place if values is None else f"{place} is {float(values[holds][0]):.2g}"


def _finite(read: Read) -> str | None:
    odd, blind = ~read.weights.isfinite(), read.wanted[..., 0] == 0
    if not odd.any():
        return None
    if read.weights.isnan().any() and bool((odd.any(-1) == blind).all()):
        return (
            f"NaN: in {_first(blind)} every position is hidden, and a softmax over -inf alone is 0/0. "
            f"Such a sentence gets weights 0 and context 0."
        )
    if not (odd & read.mask).any():
        return (
            f"{_first(odd, read.weights)}, where the mask hides: the mask comes after the softmax. "
            f"-inf belongs to the scores, before it; a hidden weight is 0."
        )
    return f"{_first(odd, read.weights)}: every weight must be a finite number."


def _negative(read: Read) -> str | None:
    if not (read.weights < 0).any():
        return None
    if close(torch.where(read.mask, read.weights.exp(), 0.0).sum(-1, keepdim=True), read.wanted):
        return "these are the logarithms of weights: take softmax, not log_softmax."
    return (
        f"{_first(read.weights < 0, read.weights)}: the softmax is missing, or it is not the last step of the weights. "
        f"A softmax is never negative."
    )


def _hidden(read: Read) -> str | None:
    taken, blind = (read.weights != 0) & ~read.mask, read.wanted == 0
    if not taken.any():
        return None
    if not (read.mask & (read.weights != 0)).any():
        return "the mask is inverted. True means that a position may be attended to; you hide the visible ones."
    if not (taken & ~blind).any():
        return (
            f"in {_first(blind[..., 0])} every position is hidden, and yet they get weights: a finite number, however "
            f"negative, hides nothing where all scores are equal. Such a sentence gets weights 0 and context 0."
        )
    first = f"{_first(taken, read.weights)}, where the mask hides: it must be exactly 0."
    if read.weights[taken].max() < 1e-3:
        return f"{first} A finite score, such as -10, leaves it a little: set hidden scores to -inf before the softmax."
    return f"{first} Set hidden scores to -inf before the softmax."


def _axis(read: Read) -> str | None:
    if close(read.weights, read.mask.to(read.weights)):
        return (
            "every weight is 1: the softmax runs over an axis of length 1. Take that axis away first, "
            "so that the last axis holds the source positions."
        )
    if close(read.sums, read.wanted):
        return None
    for axis, letter in enumerate(read.attempt.returns["weights"].split()[:-1]):
        if close(read.weights.sum(axis), read.mask.any(axis).to(read.weights)):
            return (
                "the softmax runs over the wrong axis. The weights must sum to 1 over the source positions "
                f"(the last axis of the scores); yours sum to 1 over {AXES[letter]}."
            )
    return None


def _factor(read: Read) -> str | None:
    """The right weights, but for one factor in each row."""
    if not close(read.weights, read.right * read.sums) or close(read.sums, read.wanted):
        return None
    off = (read.sums - read.wanted).abs()[..., 0]
    total = f"{_first(off == off.max())} sums to {float(read.sums[..., 0][off == off.max()][0]):.12g}, not to 1"
    if read.mask.all():
        return f"{total}: divide by the sum of the exponentials itself, with nothing added to it."
    return (
        f"{total}: the mask comes after the softmax, and hidden positions have taken their share. "
        f"Set hidden scores to -inf before the softmax."
    )


def _sums(read: Read) -> str | None:
    if close(read.sums, read.wanted):
        return None
    shown = ", ".join(f"{total:.4g}" for total in read.sums.flatten().tolist())
    return (
        f"over the source positions, the weights sum to {shown}, not to 1: "
        f"the softmax is missing, or it is not the last step of the weights."
    )


def _others(read: Read) -> str | None:
    return dependence.of_others("weights", read.attempt)


def _hard(read: Read) -> str | None:
    if not close(read.weights, read.weights.round()):
        return None
    return "one position takes all the weight: that is argmax. A softmax gives every visible position a share."


def _alike(read: Read) -> str | None:
    if not close(read.weights, read.mask / read.mask.sum(-1, keepdim=True).clamp(min=1)):
        return None
    return "all visible positions weigh the same: the scores that reach the softmax are equal."


def _no_effect(read: Read) -> str | None:
    name = dependence.without_effect("weights", read.attempt)
    if name is None:
        return None
    return (
        f"the mistake is in the score: {name} has no effect on your weights. It is not used, or it adds the same "
        f"to every position, and the softmax cancels that."
    )


def _score(read: Read) -> str:
    """All that is left: the weights are weights, but not the right ones."""
    found, right = (_scores(weights, read.mask) for weights in (read.weights, read.right))
    factor = float((found * right).sum() / (right * right).sum())
    if close(found, factor * right):
        return f"the mistake is in the score: yours is the right one times {_named(factor, read.attempt)}."
    agree = close(read.context, weighted_sum(read.weights, read.memory))
    rest = ", and the context is your weights times the memory" if agree else ""
    return (
        f"the mistake is in the score. The rest fits: your weights are not negative, sum to 1, are 0 where the mask "
        f"hides{rest}."
    )


def _scores(weights: Tensor, mask: Tensor) -> Tensor:
    """The scores behind weights, less their mean over what is seen; a softmax cannot tell more."""
    e = torch.where(mask, weights.log(), 0.0)
    return torch.where(mask, e - e.sum(-1, keepdim=True) / mask.sum(-1, keepdim=True).clamp(min=1), 0.0)


def _named(factor: float, attempt: Attempt) -> str:
    """The factor, and beside it a simple expression in the sizes that equals it."""
    shapes = [(attempt.takes[name].split(), value.shape) for name, value in attempt.given.items()]
    sizes = {letter: size for letters, shape in shapes for letter, size in zip(letters, shape, strict=True)}
    powers = {"{}": 1.0, "sqrt({})": 0.5, "1/sqrt({})": -0.5, "1/{}": -1.0}
    simple = {text.format(letter): size**power for letter, size in sizes.items() for text, power in powers.items()}
    name = next((name for name, value in simple.items() if abs(value - factor) < 1e-6), None)
    return f"{factor:.4g} = {name}" if name else f"{factor:.4g}"


def _context(read: Read) -> str | None:
    """The weights are right. With fewer positions than memory numbers, the context tells which ones made it."""
    if not read.context.isfinite().all():
        return "the weights are right, but the context is not finite."
    if others := dependence.of_others("context", read.attempt):
        return others
    used = torch.linalg.lstsq(read.memory.mT, read.context.reshape(len(read.memory), -1, read.memory.shape[-1]).mT)
    made = used.solution.mT.reshape(read.weights.shape)
    lead = "the weights are right, but the context is not made with them"
    if not close(weighted_sum(made, read.memory), read.context):
        return f"{lead}: it is no weighted sum of the memory's rows. Multiply each row by its weight and add them up."
    if close(made, 1.0):
        return f"{lead}: it is the plain sum of the rows. Multiply each row by its weight first."
    size = read.weights.shape[-1]
    if close(made, 1 / size):
        return f"{lead}: it is the plain mean of the rows. Multiply each row by its weight and sum."
    if close(made, read.weights / size):
        return f"{lead}: it is divided by S = {size}. The weights sum to 1 already, so sum, do not average."
    return _other_weights(made, read, lead)


def _other_weights(made: Tensor, read: Read, lead: str) -> str:
    """What stands in place of the weights that are returned."""
    if (made < -1e-9).any():
        return f"{lead}: scores stand in their place. Take the softmax first, then the sum."
    if ((made.abs() > 1e-9) & ~read.mask).any():
        return f"{lead}: hidden positions take part, as if it were made before the mask."
    return f"{lead}: each row of the memory must be multiplied by the weight that you return for it."
