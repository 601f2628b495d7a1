"""Weights that are 0 where the mask lets a position be seen."""

from attnbook.check.checker import Attempt, Sighting
from attnbook.check.forms import close


def dropped(attempt: Attempt) -> Sighting | None:
    """Weights that are shares, but not of all that may be seen."""
    if attempt.found["weights"] is None:
        return None
    weights = attempt.found["weights"].detach()
    mask = attempt.given["mask"]
    seen, taken = mask.expand_as(weights), weights != 0
    gone = seen & ~taken
    shares = close(weights.sum(-1), seen.any(-1).to(weights))
    best = attempt.expected["weights"].argmax(-1)
    hard = close(weights, weights.round())
    if not gone.any() or not shares or (taken & ~seen).any():
        return None
    if hard and bool((weights.argmax(-1) == best)[mask.any(-1)].all()):
        return None  # that is argmax
    if mask.shape == weights.shape and not hard:
        other = attempt.right({"mask": taken})["weights"]
        if close(other, weights):  # of another mask more can be said
            return None
    place = gone.nonzero()[0].tolist()
    return Sighting(
        f"weights{place} is 0, and the mask lets it be seen: something else "
        "hides positions. The mask alone says what is hidden.",
        part="weights",
    )
