"""What must hold for the context of every attention whose weights are right: it
is made with them.
"""

import torch
from torch import Tensor

from attnbook.check import dependence
from attnbook.check.forms import close
from attnbook.check.reading import Read, moved, placed, weighted_sum


def blame(read: Read) -> str:
    """The weights are right. With fewer positions than memory numbers, the
    context tells which ones made it.
    """
    if not read.context.isfinite().all():
        blind = bool((read.wanted == 0).any())
        early = ": is it made before NaN is taken out of the weights?"
        return (
            "the weights are right, but the context is not finite"
            f"{early if blind else '.'}"
        )
    if others := dependence.of_others("context", read.attempt):
        return others
    used = torch.linalg.lstsq(
        read.memory.mT,
        read.context.reshape(len(read.memory), -1, read.memory.shape[-1]).mT,
    )
    made = used.solution.mT.reshape(read.weights.shape)
    h = read.names[0]
    lead = "the weights are right, but the context is not made with them"
    if not close(weighted_sum(made, read.memory), read.context):
        return (
            f"{lead}: it is no weighted sum of {h}. Weigh {h} at each "
            f"position, and add."
        )
    if close(made, 1.0):
        return (
            f"{lead}: it is the plain sum of {h}. Multiply {h} at each "
            f"position by its weight first."
        )
    return f"{lead}: {_other(made, read)}"


def _other(made: Tensor, read: Read) -> str:
    """What is wrong with the weights with which the context was made."""
    h, size = read.names[0], read.weights.shape[-1]
    if close(made, 1 / size):
        return (
            f"it is the plain mean of {h}. Multiply {h} at each position by "
            "its weight, and sum."
        )
    if close(made, read.weights / size):
        return (
            f"it is divided by {size}, the number of positions. The weights "
            "sum to 1 already: sum."
        )
    if (made < -1e-9).any():
        return (
            "numbers below 0 stand in their place. Are they scores? Take the "
            "softmax first, then the sum."
        )
    if ((made.abs() > 1e-9) & ~read.mask).any():
        return "hidden positions take part, as if it were made before the mask."
    left = (made.abs() < 1e-9) & (read.weights > 1e-9)
    if close(torch.where(left, read.weights, made), read.weights):
        return (
            f"{placed(left)} has no part in it. The sum goes over every "
            "position: does a loop end too early?"
        )
    if moved(made, read.weights):
        return (
            f"they stand at other positions of {h}. Is one of them turned "
            "round or shifted?"
        )
    first = made.reshape(-1, size)[0].tolist()
    used = ", ".join(f"{round(weight, 2) + 0.0:.2f}" for weight in first)
    return (
        f"{h} at each position must be multiplied by the weight that you "
        f"return for it. The first row is made with {used}."
    )
