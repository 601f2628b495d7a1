"""What stands behind an estimate of kernel regression: the weights of its
points, found by asking for the estimates of values that are 1 at one point and
0 at all others.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from attnbook.check import weights
from attnbook.check.chapter4 import scale, terms
from attnbook.check.checker import Attempt, Sighting
from attnbook.check.forms import TOLERANCE, close
from attnbook.check.reading import Read, weights_alone

SCORE = "the score is -(x - x')^2 / (2 h^2)"
FAR = (
    "Far from all points every exponential is 0 for a computer, and 0 / 0 is "
    "NaN. A softmax takes the largest score of each place away first."
)
POINTS = terms.UNMASKED | {
    "the mistake is in the score": "the mistake is in the score, which is "
    "-(x - x')^2 / (2 h^2)",
    "the source positions (the last axis of the scores)": "the points x",
    "the source positions": "the points x",
    "the target positions": "the places at",
    "of all sentences": "of all places",
    "position": "point",
}


def _columns(
    ask: Callable[[dict], dict | None], S: int, changes: dict
) -> Tensor | None:
    """The weights "T S", a column from each y that is 1 at one point alone;
    None where a call fails.
    """
    parts = []
    for y in torch.eye(S, dtype=torch.float64):
        answer = ask(changes | {"y": y})
        if answer is None:
            return None
        parts.append(answer["estimate"].detach())
    return torch.stack(parts, -1)


def _asked(attempt: Attempt, found: Tensor) -> Attempt:
    """The same attempt with its weights, as a softmax over points that are all
    seen.
    """
    S = len(attempt.given["x"])

    def again(changes: dict) -> dict | None:
        if "mask" in changes:
            return None
        columns = _columns(attempt.again, S, changes)
        return None if columns is None else {"weights": columns}

    def right(changes: dict) -> dict:
        left = {k: x for k, x in changes.items() if k != "mask"}
        answer = _columns(attempt.right, S, left)
        shown = answer * changes.get("mask", torch.ones_like(found))
        return {"weights": shown / shown.sum(-1, keepdim=True)}

    seen = torch.ones_like(found, dtype=torch.bool)
    return attempt._replace(
        takes=attempt.takes | {"mask": ""},
        returns={"weights": "T S"},
        given=attempt.given | {"mask": seen},
        found={"weights": found},
        expected=right({}),
        again=again,
        right=right,
    )


def look(attempt: Attempt) -> Sighting | None:
    """What is wrong with the weights, or with the sum that they make."""
    if says := _finite(attempt):
        return Sighting(says, part="estimate")
    found = _columns(attempt.again, len(attempt.given["x"]), {})
    if found is None:
        return None
    if says := _sum(attempt, found):
        return Sighting(says, part="estimate")
    asked = _asked(attempt, found)
    says = _far(asked) or _factor(asked) or _gone(asked)
    if says is None:
        says = weights.blame(Read(weights_alone(asked), "memory", "mask"))
        for old, new in POINTS.items():
            says = says.replace(old, new)
    shown = (
        f"your weights of y at the first place: {_row(found[0])}",
        f"right ones:                           "
        f"{_row(asked.expected['weights'][0])}",
    )
    return Sighting(says, shown, part="estimate")


def _sum(attempt: Attempt, weights: Tensor) -> str | None:
    """Is the estimate a sum of y with these weights?"""
    y, estimate = attempt.given["y"], attempt.found["estimate"]
    if close(weights.sum(-1), 0.0) and weights.any():
        return "where all y are 1, you say 0: is the mean of y taken away?"
    if close(weights @ y, estimate):
        return None
    again = attempt.again({"y": 1 - y})
    if again and close(again["estimate"], estimate):
        return "y has no effect on your estimate: it is a weighted mean of y."
    if (estimate - attempt.expected["estimate"]).abs().max() < 0.01:
        return (
            "nearly right: is it rounded? float32 rounds, too. Leave it as it "
            "is."
        )
    return SUM


SUM = (
    "your estimate is no weighted sum of y: added up from each y alone, it is "
    "another one. y comes in once, after the weights."
)


def _row(numbers: Tensor) -> str:
    return ", ".join(f"{number:.4f}" for number in numbers.tolist())


def _finite(attempt: Attempt) -> str | None:
    odd = ~attempt.found["estimate"].isfinite()
    if not odd.any():
        return None
    t = int(odd.nonzero()[0])
    return f"estimate[{t}] is {float(attempt.found['estimate'][t])}. {FAR}"


def _far(attempt: Attempt) -> str | None:
    """Is an estimate wrong only where exponentials are 0 for a computer?"""
    given = attempt.given
    off = (given["at"][:, None] - given["x"]).abs().amin(-1)
    far = (-off.square() / (2 * given["bandwidth"] ** 2)).exp() == 0
    wrong = attempt.found["weights"] - attempt.expected["weights"]
    wrong = wrong.abs().amax(-1) > TOLERANCE
    if not far.any() or not torch.equal(wrong, far):
        return None
    return f"estimate[{int(wrong.nonzero()[0])}] alone is wrong. {FAR}"


def _factor(attempt: Attempt) -> str | None:
    """Weights of scores that are the right ones times one number."""
    h, right = attempt.given["bandwidth"], attempt.expected["weights"]
    told = {
        2.0: f"the 2 is missing: {SCORE}.",
        h: f"h is not squared: {SCORE}.",
        2**0.5 * h: f"the root of 2 h^2 is taken: {SCORE}.",
        2 * h: f"h is not squared, and the 2 is missing: {SCORE}.",
        2 * h**2: f"the bandwidth is not used: {SCORE}.",
        h**2: f"the bandwidth is not used, or counts as 1: {SCORE}.",
        h**4: f"you multiply by h^2: divide by it, {SCORE}.",
        2 * h**4: f"you multiply by h^2 instead of dividing: {SCORE}.",
        4 * h**4: f"you multiply by 2 h^2: divide by it, {SCORE}.",
        0.5: f"2 is squared too: {SCORE}.",
        -1.0: "the sign is missing: far points weigh most. A score is high "
        "where x is near.",
    }
    for factor, says in told.items():
        by = scale.times(right, factor, attempt.given["mask"])
        if close(attempt.found["weights"], by):
            return says
    return None


def _gone(attempt: Attempt) -> str | None:
    """Is a point cut off? Not by a nearest neighbour, of which more is said."""
    found = attempt.found["weights"]
    empty = (found == 0).all(-1)
    if empty.any() and not empty.all():
        return (
            f"estimate[{int(empty.nonzero()[0])}] is made of no y at all: does "
            "a loop end too early?"
        )
    gone = (found == 0) & (attempt.expected["weights"] > 1e-6)
    if not gone.any() or close(found, found.round()):
        return None
    t, s = gone.nonzero()[0].tolist()
    return (
        f"y[{s}] has no weight at all in estimate[{t}]. A Gaussian is never 0: "
        "every point has a say, however far or near."
    )
