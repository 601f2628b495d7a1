"""Attention with the names of a layer, judged as every attention is: what it
reads is the context, what it reads from the memory.

Where no mask is given, all keys are seen.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from attnbook.check import properties
from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.forms import close
from attnbook.check.memories import dropped

UNMASKED = {
    "is the mask inverted somewhere, or are": "are",
    "Is the mask inverted, is": "Is",
    ", where the mask lets it be seen": "",
    ", and the mask lets it be seen: something else hides positions. The mask "
    "alone says what is hidden.": ": nothing is to be hidden.",
    ", are 0 where the mask hides": "",
    "of all that may be seen,": "of all,",
    "your weights are right for another mask": "your weights hide something, "
    "and nothing is to be hidden",
    "and mask shows": "and it may see",
    "every visible": "every",
    "all visible": "all",
}
"""What is said of a mask, where there is none."""
KEYS = {
    "times the memory": "times the values",
    "the source positions": "the keys",
    "the target positions": "the queries",
    "Such a sentence gets weights 0 and context 0": "Such a query gets "
    "weights 0 and reads zeros",
    "position": "key",
}
INSTANCES = UNMASKED | {
    "the source positions": "the instances of a bag",
    "the memory": "the bag",
    "position": "instance",
    "sentence": "bag",
    "the batch": "the bags",
    "bag at each instance": "each instance",
    "sum of bag": "sum of the instances",
    "mean of bag": "mean of the instances",
    "instances of bag": "instances",
    "context[": "pooled[",
    "context": "pooled vector",
}
"""What is said of the positions of a sentence, said of keys or instances."""
ALL_AT_ONCE = (
    "the weights of all queries of a sentence together sum to 1: there is one "
    "softmax over queries and keys at once. Each query has its own, over the "
    "keys."
)


def attention(
    read: str,
    memory: Callable[..., Tensor],
    named: str,
    words: dict[str, str],
) -> tuple[Look, ...]:
    """The looks for a function that returns `weights` and what it reads, with
    the name `read`; `memory` makes what is read of the arguments, and is
    spoken of as `named`.
    """

    def turned(look: Look) -> Look:
        def told(attempt: Attempt) -> Sighting | None:
            seen = look(plain(attempt, read, memory, named))
            if seen is None:
                return None
            part = read if seen.part == "context" else seen.part
            return seen._replace(says=said(seen.says, read, words), part=part)

        return told

    return _together, *map(turned, (dropped, *properties.attention(named)))


def _together(attempt: Attempt) -> Sighting | None:
    """One softmax for all queries of a sentence?"""
    found = attempt.found["weights"]
    if found.ndim < 3 or found.shape[1] == 1:
        return None
    sums = found.sum((1, 2))
    return (
        Sighting(ALL_AT_ONCE, part="weights")
        if close(sums, 1.0) and (found >= 0).all() and found.sum(-1).all()
        else None
    )


def said(text: str, read: str, words: dict[str, str]) -> str:
    """The same sentence in other words."""
    for old, new in ({**words, "context": words.get("context", read)}).items():
        text = text.replace(old, new)
    return text


def plain(
    attempt: Attempt, read: str, memory: Callable[..., Tensor], named: str
) -> Attempt:
    """The same attempt with a context, a memory, and a mask that is there."""
    masked = "mask" in attempt.takes

    def renamed(answer: dict) -> dict:
        return {"context": answer[read], "weights": answer["weights"]}

    def again(changes: dict) -> dict | None:
        if "mask" in changes and not masked:
            return None
        answer = attempt.again(changes)
        return answer and renamed(answer)

    def right(changes: dict) -> dict:
        own = {k: x for k, x in changes.items() if k != "mask" or masked}
        answer = renamed(attempt.right(own))
        if masked or "mask" not in changes:
            return answer
        shown = answer["weights"] * changes["mask"]
        return answer | {"weights": shown / shown.sum(-1, keepdim=True)}

    mask = attempt.given.get("mask")
    if mask is None:
        mask = torch.ones_like(attempt.expected["weights"], dtype=torch.bool)
    returns = {"context": attempt.returns[read]}
    more = {named: ""} if named not in attempt.takes else {}
    return attempt._replace(
        takes={"mask": ""} | attempt.takes | more,
        returns=returns | {"weights": attempt.returns["weights"]},
        given=attempt.given | {named: memory(**attempt.given), "mask": mask},
        found=renamed(attempt.found),
        expected=renamed(attempt.expected),
        again=again,
        right=right,
    )
