"""What must hold for every attention, whatever its score: first the weights, then the context that they cause."""

from attnbook.check import context, weights
from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.forms import close


def attention(memory: str = "h", mask: str = "mask") -> tuple[Look, ...]:
    """The look for a function that returns `context` and `weights`, with the names of two of its arguments."""

    def look(attempt: Attempt) -> Sighting | None:
        for part, blame in (("weights", weights.blame), ("context", context.blame)):
            found, expected = attempt.found[part].detach(), attempt.expected[part]
            if not close(found, expected) or found[expected == 0].any():  # what is hidden is 0, not nearly
                return Sighting(blame(weights.Read(attempt, memory, mask)), part=part)
        return None

    return (look,)
