"""A decoder that logs what it is fed.

It is arithmetic, so every answer can be worked out by hand: after t steps that
have read tokens of sum r, the last one y, the likeliest next token is (3 y + 2
t + r) mod N. Its state is [t, r].
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from attncourse.checks.calling.calls import Stopped

TOKENS = 11
PATIENCE = 100  # steps of one run; a right answer takes at most 13
PASS_ON = "Pass on the state that step returned."
FIRST = "Start with the argument `state`; do not make a new one."


class Endless(Stopped):
    """`step` was called too often."""


class Step(NamedTuple):
    """One call of `step`: what went in and what came out."""

    state: Tensor
    token: int
    row: Tensor
    new: Tensor


class Decoder:
    """A decoder of N tokens that keeps a log, and refuses what no decoder could
    read.
    """

    def __init__(self, N: int = TOKENS) -> None:
        self.N, self.log = N, list[Step]()

    def step(self, state: Any, token: Any) -> tuple[Tensor, Tensor]:
        """Log-probabilities "N" of the next token, the likeliest first, and the
        new state.
        """
        number = self._read(state, token)
        if len(self.log) == PATIENCE:
            raise Endless
        new = state + torch.tensor([1.0, number], dtype=state.dtype)
        best = (3 * number + 2 * int(new[0]) + int(new[1])) % self.N
        # near ties, so that nothing but the greatest will do
        far = 4 * (torch.arange(self.N) - best) % self.N
        scores = (far / -self.N).double().log_softmax(0)
        self.log.append(Step(state.clone(), number, scores, new.clone()))
        return scores.clone(), new

    def _read(self, state: Any, token: Any) -> int:
        """The token as an int. Raises Stopped that says what stands in place of
        state or token.
        """
        if _is_state(token) and not _is_state(state):
            raise Stopped(
                "the arguments of step are swapped: call step(state, token), "
                "the state first."
            )
        if isinstance(state, Tensor) and state.shape == (self.N,):
            raise Stopped(
                "step(state, token) got log-probabilities instead of the "
                "state. Pass on the state that step returned: "
                "log_probabilities, state = step(state, token), in this order."
            )
        if not _is_state(state):
            raise Stopped(
                f"step(state, token) got the state {state!r}. "
                f"{PASS_ON if self.log else FIRST}"
            )
        tensor = isinstance(token, Tensor)
        single = isinstance(token, int) or (tensor and token.numel() == 1)
        if not single or not 0 <= int(token) < self.N or int(token) != token:
            row = tensor and token.numel() == self.N
            got = "log-probabilities" if row else repr(token)
            each = isinstance(token, list | tuple) * ", one in each step"
            raise Stopped(
                f"in step {len(self.log) + 1}, step(state, token) got {got} as "
                f"the token. A token is an int from 0 to {self.N - 1}{each}: "
                "the position of the largest log-probability (argmax), not its "
                "value (max)."
            )
        return int(token)


def _is_state(value: Any) -> bool:
    return isinstance(value, Tensor) and value.shape == (2,)
