"""A refused answer: the lines to say, and what was seen."""

from typing import Any


class Refusal(AssertionError):
    """Why an answer is refused; its arguments are the lines to say.

    seen: what a diagnosis found; None for an answer that could not be judged.
    """

    def __init__(self, *lines: str, seen: Any = None) -> None:
        super().__init__(*lines)
        self.lines, self.seen = lines, seen

    def __str__(self) -> str:
        return "\n  ".join(self.lines)
