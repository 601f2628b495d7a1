"""What must hold for every attention, whatever its score: first the weights,
then the context that they cause.
"""

from attnbook.check import context, weights
from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.forms import close
from attnbook.check.reading import Read


def attention(memory: str = "h", mask: str = "mask") -> tuple[Look, ...]:
    """The look for a function that returns `context` and `weights`, with the
    names of two of its arguments.
    """

    def look(attempt: Attempt) -> Sighting:
        found, expected = (
            attempt.found["weights"].detach(),
            attempt.expected["weights"],
        )
        # what is hidden is 0, not nearly
        right = close(found, expected) and not found[expected == 0].any()
        part, blame = (
            ("context", context.blame) if right else ("weights", weights.blame)
        )
        return Sighting(blame(Read(attempt, memory, mask)), part=part)

    return (look,)
