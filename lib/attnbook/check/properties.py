"""What must hold for every attention, whatever its score: first the weights, then the context that they cause."""

from collections.abc import Callable
from functools import partial

from attnbook.check import context, weights
from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.forms import close
from attnbook.check.weights import Read


def attention(memory: str = "h", mask: str = "mask") -> tuple[Look, ...]:
    """The looks for a function that returns `context` and `weights`, with the names of two of its arguments."""
    looks = [*(("weights", look) for look in weights.LOOKS), ("context", context.made_otherwise)]
    return tuple(partial(_look, part, look, (memory, mask)) for part, look in looks)


def _look(part: str, look: Callable[[Read], str | None], names: tuple[str, str], attempt: Attempt) -> Sighting | None:
    """What is seen in one part of the answer, if that part is wrong."""
    found, expected = attempt.found[part].detach(), attempt.expected[part]
    if close(found, expected) and not found[expected == 0].any():  # what is hidden is 0, not nearly
        return None
    says = look(Read(attempt, *names))
    return Sighting(says, part=part) if says else None
