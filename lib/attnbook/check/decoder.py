"""A decoder that logs what it is fed.

It is arithmetic, so every answer can be worked out by hand: after t steps that
have read tokens of sum r, the last one y, the likeliest next token is (3 y + 2
t + r) mod N. Its state is [t, r].
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attnbook.check.calls import Refused
from attnbook.check.checker import Case

TOKENS = 11
PATIENCE = 100  # steps of one run; a right answer takes at most 13
PASS_ON = "Pass on the state that step returned."
FIRST = (
    "The first step must get the state that was passed in, `state`. Make "
    "no new one."
)


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
            fed = ", ".join(str(one.token) for one in self.log[:5])
            raise Refused(
                f"step was called more than {PATIENCE} times: you fed {fed} "
                f"... What ends the loop?"
            )
        new = state + torch.tensor([1.0, number], dtype=state.dtype)
        best = (3 * number + 2 * int(new[0]) + int(new[1])) % self.N
        # near ties, so that nothing but the greatest will do
        far = 4 * (torch.arange(self.N) - best) % self.N
        scores = (far / -self.N).double().log_softmax(0)
        self.log.append(Step(state.clone(), number, scores, new.clone()))
        return scores.clone(), new

    def _read(self, state: Any, token: Any) -> int:
        """The token as an int. Raises Refused that says what stands in place of
        state or token.
        """
        if _is_state(token) and not _is_state(state):
            raise Refused(
                "the arguments of step are swapped: call step(state, token), "
                "the state first."
            )
        if isinstance(state, Tensor) and state.shape == (self.N,):
            raise Refused(
                "step(state, token) got log-probabilities in place of the "
                "state. Pass on the state that step returned: "
                "log_probabilities, state = step(state, token), in this order."
            )
        if not _is_state(state):
            raise Refused(
                f"step(state, token) got the state {state!r}. "
                f"{PASS_ON if self.log else FIRST}"
            )
        single = isinstance(token, int) or (
            isinstance(token, Tensor) and token.numel() == 1
        )
        if not single or not 0 <= int(token) < self.N or int(token) != token:
            got = (
                "log-probabilities"
                if isinstance(token, Tensor) and token.numel() == self.N
                else repr(token)
            )
            what = (
                ", one at each step" if isinstance(token, list | tuple) else ""
            )
            raise Refused(
                f"in step {len(self.log) + 1} step(state, token) got {got} as "
                f"the token. A token is an int, 0 to {self.N - 1}{what}. It is "
                "a position of the row: max gives the value, argmax its "
                "position."
            )
        return int(token)


def _is_state(value: Any) -> bool:
    return isinstance(value, Tensor) and value.shape == (2,)


def case(says: str, N: int = TOKENS, **given: Any) -> Case:
    """A case with a new decoder of N tokens for each call: its `step`, then
    what is `given`; `state` is a pair, other tuples are lists.
    """
    shown = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in given.items()
    }

    def make() -> dict[str, Any]:
        state = torch.tensor(given["state"], dtype=torch.float64)
        return {"step": Decoder(N).step} | deepcopy(shown) | {"state": state}

    text = ", ".join(f"{name}={value}" for name, value in shown.items())
    return Case(f"{says} ({text})", make)


def following(
    step: Callable, state: Tensor, start: int, prefix: tuple[int, ...]
) -> Tensor:
    """Log-probabilities after start and prefix, each time from the very
    beginning: slow, and hard to get wrong.
    """
    now = state
    for token in (start, *prefix):
        log_probabilities, now = step(now, token)
    return log_probabilities
