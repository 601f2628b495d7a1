"""Attention over the grid of an image, judged as attention over its places in
one row; but first, whether the softmax takes them all at once.
"""

import re

import torch
from torch import Tensor

from attnbook.check import dependence, properties
from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.forms import close
from attnbook.check.reading import weights_alone

ONE = "There is one softmax, over all places of the grid."
WORDS = {
    " (the last axis of the scores)": "",
    "the source positions": "all places of its grid",
    "position": "place",
    "sentence": "image",
    "Each row of weights must": "The map of each image must",
    "every visible": "every",
    "The first row is": "The context of image 0 is",
    "all visible": "all",
    ", are 0 where the mask hides": "",
    "of all that may be seen, with nothing added to it": "of all",
}
"""What is said of the positions of a sentence, said of an image's places."""


def over_grid(
    memory: str | None = None, score: str = "the mistake is in the score"
) -> tuple[Look, ...]:
    """The look for a function that returns `weights` "B I J", and a `context`
    where there is a memory; `score` is said where all but the scores is right.
    """
    (look,) = properties.attention(memory or "memory")

    def over_places(attempt: Attempt) -> Sighting | None:
        found = attempt.found["weights"].detach()
        right = attempt.expected["weights"]
        row = flat(attempt)
        if says := _lines(found) or _turned(found, right) or _zero(found):
            return Sighting(says, part="weights")
        others = _mixed(found) and dependence.of_others("weights", row)
        if others:
            return Sighting(_told(others, 1), part="weights")
        seen = look(row if memory else weights_alone(row))
        if seen is None:
            return None
        says = seen.says.replace("the mistake is in the score", score, 1)
        return seen._replace(says=_told(says, right.shape[-1]))

    return (over_places,)


def flat(attempt: Attempt) -> Attempt:
    """The same attempt with the places of the grid in one row, S = I J, and a
    mask that shows all of them.
    """
    expected = in_row(attempt.expected)
    seen = torch.ones_like(expected["weights"], dtype=torch.bool)

    def again(changes: dict) -> dict | None:
        if "mask" in changes:
            return None
        answer = attempt.again(_folded(changes, attempt))
        return answer and in_row(answer)

    def right(changes: dict) -> dict:
        left = {k: x for k, x in changes.items() if k != "mask"}
        answer = in_row(attempt.right(_folded(left, attempt)))
        shown = answer["weights"] * changes.get("mask", seen)
        return answer | {"weights": shown / shown.sum(-1, keepdim=True)}

    given = {
        name: x.flatten(1, 2) if "I J" in attempt.takes[name] else x
        for name, x in attempt.given.items()
    }
    takes = {k: axes.replace("I J", "S") for k, axes in attempt.takes.items()}
    return attempt._replace(
        takes=takes | {"mask": ""},
        returns=attempt.returns | {"weights": "B S"},
        given=given | {"mask": seen},
        found=in_row(attempt.found),
        expected=expected,
        again=again,
        right=right,
    )


def in_row(answer: dict) -> dict:
    """The answer with its weights "B S"."""
    return answer | {"weights": answer["weights"].flatten(1)}


def _folded(changes: dict, attempt: Attempt) -> dict:
    """Changed arguments in the shape that the learner's function takes."""
    return {k: x.reshape(attempt.given[k].shape) for k, x in changes.items()}


def _lines(found: Tensor) -> str | None:
    """Does each row, or each column, have a softmax of its own?"""
    if close(found, found.flatten()[0]):
        return None
    for name, sums in (("row", found.sum(-1)), ("column", found.sum(-2))):
        share = float(sums.flatten()[0])
        if close(sums, 1.0):
            return (
                f"the softmax runs over each {name} of the grid: every {name} "
                f"sums to 1, and the whole map to {sums.shape[-1]}. {ONE}"
            )
        if close(sums, share):
            return (
                f"every {name} of the grid gets the same share, {share:.3g}, "
                f"whatever its scores: the softmax runs over each {name}. {ONE}"
            )
    return None


def _zero(found: Tensor) -> str | None:
    """Is a place cut off? Not by argmax, of which more can be said."""
    if not (found == 0).any() or close(found, found.round()):
        return None
    place = (found == 0).nonzero()[0].tolist()
    if not found[place[0]].any():
        return (
            f"the map of image {place[0]} is 0 everywhere: does a loop, or a "
            "return in it, end too early?"
        )
    return (
        f"weights{place} is 0. A softmax gives every place a share, however "
        "low its score: is something cut off, or the exponential missing?"
    )


def _mixed(found: Tensor) -> bool:
    """No axis explains the sums: are images mixed?"""
    sums = found.sum((1, 2)), found.sum(0), found.sum()
    return not any(close(each, 1.0) for each in sums)


def _turned(found: Tensor, right: Tensor) -> str | None:
    """Are these the right weights, rows and columns exchanged?"""
    if found.shape[1] == found.shape[2] and close(found, right.mT):
        return (
            "your map is transposed: weights[b, i, j] is the weight of row j, "
            "column i."
        )
    B, rows, columns = right.shape
    taken, put = "taken row by row", "put back column by column"
    if close(found, right.mT.reshape(right.shape)):
        taken, put = "taken column by column", "put back row by row"
    elif not close(found, right.reshape(B, columns, rows).mT):
        return None
    return (
        f"the right weights stand at other places: they are {taken} and {put}. "
        "flatten(1) and reshape(e.shape) go both row by row."
    )


def _told(says: str, columns: int) -> str:
    """The same of a grid: weights[0, 4] is weights[0, 1, 1]."""

    def unrolled(found: re.Match) -> str:
        row, column = divmod(int(found[2]), columns)
        return f"weights[{found[1]}, {row}, {column}]"

    says = re.sub(r"weights\[(\d+), (\d+)\]", unrolled, says)
    for of_sentences, of_images in WORDS.items():
        says = says.replace(of_sentences, of_images)
    return says
