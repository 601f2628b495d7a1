"""The log of a decoder: the tokens that it was fed, beside those that it should
have been fed.
"""

from collections.abc import Callable, Iterable
from typing import Any

from attnbook.check.checker import Attempt
from attnbook.check.decoder import Step
from attnbook.check.lists import row

AHEAD = 5  # tokens shown after the first difference

Told = Iterable[tuple[list[int], str]]
"""Lists of tokens, and what to say of someone who has just these."""


class Trace:
    """The log of one run beside the tokens that it should have been fed;
    `found` is None where it was refused.
    """

    def __init__(
        self,
        attempt: Attempt,
        want: Callable[[dict[str, Any], list[int]], list[int]],
    ) -> None:
        (self.found,), (self.expected,) = (
            attempt.found.values(),
            attempt.expected.values(),
        )
        self.given, self.want = (
            attempt.given,
            want(attempt.given, self.expected),
        )
        log = attempt.given["step"].__self__.log
        # Who asks each step again, for the row and for the state, makes no
        # mistake.
        self.log: list[Step] = log[
            :: rounds([(step.token, *step.state.tolist()) for step in log])
        ]
        self.fed = [step.token for step in self.log]
        # the likeliest token after each step
        self.own = [int(step.row.argmax()) for step in self.log]

    def shown(self, i: int) -> tuple[str, str]:
        """What was fed and what should have been, up to some steps after the
        first difference.
        """

        def show(tokens: list[int]) -> str:
            rest = (
                ["..."]
                if len(tokens) > i + AHEAD
                else ["nothing more"]
                if len(tokens) <= i
                else []
            )
            return row([*tokens[: i + AHEAD], *rest])

        return f"you fed  {show(self.fed)}", f"expected {show(self.want)}"


def rounds(calls: list[Any]) -> int:
    """How many times in a row each call is made: 2, 3, or else 1."""
    for times in (2, 3):
        each = [call for call in calls[::times] for _ in range(times)]
        if calls == each[: len(calls)] and len(set(calls)) > 1:
            return times
    return 1
