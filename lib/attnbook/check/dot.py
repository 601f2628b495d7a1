"""The check of attention by scaled dot products."""

from functools import partial

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check import memories, properties
from attnbook.check.checker import Attempt, Check, Mistake, Sighting
from attnbook.check.forms import close
from attnbook.check.memories import attend, dropped
from attnbook.check.reading import visible


def _dot(
    s: Tensor, h: Tensor, mask: Tensor, scale: float
) -> tuple[Tensor, Tensor]:
    contexts, rows = [], []
    for state, memory, seen in zip(s, h, mask, strict=True):
        scores = [scale * spec.dot(state, key) for key in memory]
        rows.append(spec.softmax(torch.stack(scores), seen))
        contexts.append(spec.read(rows[-1], memory))
    return torch.stack(contexts), torch.stack(rows)


def _scaling(attempt: Attempt) -> Sighting | None:
    """Is the scale used, and does it multiply the scores?"""
    found, scale = attempt.found["weights"], attempt.given["scale"]
    if found is None or close(found, attempt.expected["weights"]):
        return None
    other = attempt.again({"scale": 3.0})
    if other is None or not found.isfinite().all():
        return None
    width = attempt.given["h"].shape[-1]
    told = {
        1 / scale: "you divide the scores by scale. Multiply them by it.",
        scale**2: "scale is in the scores twice: once is enough.",
        -scale: "your scores have the wrong sign.",
    }
    if close(other["weights"], found):
        told = {
            1.0: "scale has no effect on your weights: multiply the scores "
            "by it, before the softmax. (What is added to all cancels.)",
            width
            ** -0.5: "scale is not used: you divide by sqrt(M), whatever it "
            "says.",
            1 / width: "scale is not used: you divide by M, whatever it says.",
        }
    elif close(found, attempt.right({"scale": 1.0})["weights"] * scale):
        says = "scale multiplies the weights. Multiply the scores."
        return Sighting(says, part="weights")
    for factor, says in told.items():
        if close(found, attempt.right({"scale": factor})["weights"]):
            return Sighting(says, part="weights")
    return None


TAKES = {"s": "B M", "h": "B S M", "mask": "B S", "scale": ""}
_case = partial(memories.case, TAKES)


def _scaled_memory(s, h, mask, scale) -> tuple[Tensor, Tensor]:
    read, a = _dot(s, h, mask, scale)
    return read * scale, a


def _crossed(s, h, mask, scale) -> tuple[Tensor, Tensor]:
    """The weights of each sentence on each memory."""
    a = _dot(s, h, mask, scale)[1]
    return a @ h, a


def _all_pairs(s, h, mask, scale) -> tuple[Tensor, Tensor]:
    """Each state with each sentence."""
    a = visible(scale * s @ h.mT, mask)
    return a @ h, a


def _cosine(s, h, mask, scale) -> tuple[Tensor, Tensor]:
    """The cosine in place of the dot product."""
    e = torch.cosine_similarity(s[:, None], h, dim=-1) * scale
    return attend(e, h, mask)


dot_attention = Check(
    name="dot_attention",
    takes=TAKES,
    returns={"context": "B M", "weights": "B S"},
    reference=_dot,
    cases=(
        _case("nothing hidden", 1, memories.ALL_SEEN, scale=0.4),
        _case(
            "some positions hidden in every sentence",
            2,
            memories.HIDDEN_AND_SEEN,
            scale=0.3,
        ),
        _case(
            memories.EMPTY,
            3,
            memories.NOTHING_SEEN,
            scale=0.7,
        ),
        _case(
            "one sentence alone, other sizes",
            4,
            memories.ONE_SEEN,
            memories.ONE,
            scale=0.5,
        ),
    ),
    looks=(_scaling, dropped, *properties.attention()),
    mistakes=(
        Mistake(
            "s @ h.mT scores each state with each sentence, so B stands "
            "twice. State b belongs to sentence b: s[:, None] is B 1 M.",
            _all_pairs,
        ),
        Mistake(
            "weights @ h reads each sentence with the weights of every "
            "sentence, so B stands twice. weights[:, None] is B 1 S.",
            _crossed,
        ),
        Mistake(
            "the context is made of h times scale. scale belongs to the "
            "scores; sum h as it is.",
            _scaled_memory,
        ),
        Mistake(
            "s and h are divided by their lengths: that is the cosine. Take "
            "the dot product as it is.",
            _cosine,
        ),
    ),
)
