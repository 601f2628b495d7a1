"""What must hold for the weights because of the mask, and of being weights."""

import torch

from attnbook.check.forms import close
from attnbook.check.reading import Read, placed

HIDDEN = "Set hidden scores to -inf before the softmax."
BLIND = "Such a sentence gets weights 0 and context 0."


def inverted(read: Read) -> str | None:
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
        "the weights never filled in? NaN that is made 0 looks so, too: 0 "
        "times inf is NaN."
    )


def left_out(read: Read) -> str | None:
    """Is a row 0 that may see something, where no row sees what is hidden?"""
    empty = ~read.weights.any(-1) & (read.wanted[..., 0] > 0)
    if not empty.any() or read.weights[~read.mask].any():
        return None
    due = read.mask[empty][0].nonzero().flatten().tolist()
    return (
        f"{placed(empty)} is 0 at every position, and {read.names[1]} shows "
        f"{due}: is it left out by a loop, rounded off, or hidden as well?"
    )


def hard(read: Read) -> str | None:
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


def other_mask(read: Read) -> str | None:
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
        f"in {placed(off)} the positions {shown} are seen, and {name} "
        f"shows {due}."
    )
    return f"your weights are right for another mask: {where}"


def finite(read: Read) -> str | None:
    odd, blind = ~read.weights.isfinite(), read.wanted[..., 0] == 0
    if not odd.any():
        return None
    if read.weights.isnan().any() and bool((odd.any(-1) == blind).all()):
        return (
            f"NaN: in {placed(blind)} every position is hidden, and a "
            f"softmax over -inf alone is 0/0. {BLIND}"
        )
    first = placed(odd, read.weights)
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


def negative(read: Read) -> str | None:
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
    first = placed(read.weights < 0, read.weights)
    return (
        f"{first}: the softmax is missing, or it is not the last step of "
        f"the weights."
    )


def hidden(read: Read) -> str | None:
    taken, blind = (read.weights != 0) & ~read.mask, read.wanted == 0
    if not taken.any():
        return None
    if not (taken & ~blind).any():
        finite = (
            "a finite number, however negative, hides nothing where all "
            "scores are equal"
        )
        return (
            f"in {placed(blind[..., 0])} every position is hidden, and yet "
            f"they get weights: {finite}. {BLIND}"
        )
    little = (
        " A finite score, such as -10, leaves it a little."
        if read.weights[taken].max() < 1e-3
        else ""
    )
    return (
        f"{placed(taken, read.weights)}, where the mask hides: it must be "
        f"exactly 0.{little} {HIDDEN}"
    )
