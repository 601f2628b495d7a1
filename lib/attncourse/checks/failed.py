"""A refused answer: the lines to say, and what was seen."""

from typing import Any

HINT = "For a hint at the mistake, call the check with hint=True."


class CheckFailed(AssertionError):
    """Why an answer is refused.

    lines: what to say; whoever knows more adds to it.
    seen: what a diagnosis found; None for an answer that could not be judged.
    """

    def __init__(self, *lines: str, seen: Any = None) -> None:
        self.lines, self.seen = [*lines], seen

    def __str__(self) -> str:
        return "\n  ".join(self.lines)
