"""Checks for decoding one token at a time: teacher forcing and free running (chapter 1).

The decoder of the cases is arithmetic: y_t = (3 y_{t-1} + 2 t) mod 11, so every answer can be worked out by hand.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor

from attnbook import spec
from attnbook.check.checker import Case, Check, Mistake

TOKENS = 11
PATIENCE = 1000  # steps; a right answer takes at most 13, the reference fewer than 100


class Decoder:
    """A decoder whose state holds the number of steps taken; complains about what no decoder could read."""

    def __init__(self) -> None:
        self.calls = 0

    def step(self, state: Any, token: Any) -> tuple[Tensor, Tensor]:
        """Log-probabilities "N" of the next token, and the new state. The likeliest is (3 token + 2 t) mod 11."""
        self.calls += 1
        if self.calls > PATIENCE:
            raise AssertionError(f"step was called more than {PATIENCE} times. Which line ends the loop?")
        if not isinstance(state, Tensor) or state.shape != (1,):
            raise AssertionError(f"step(state, token) got the state {state!r}. Pass on the state that step returned.")
        new = state + 1
        best = (3 * _number(token) + 2 * int(new)) % TOKENS
        far = (torch.arange(TOKENS) - best) % TOKENS
        return (-far.double()).log_softmax(0), new


def _number(token: Any) -> int:
    """The token as an int. Raises AssertionError for what is not one token of the vocabulary."""
    single = isinstance(token, int) or (isinstance(token, Tensor) and token.numel() == 1)
    if not single or not 0 <= int(token) < TOKENS:
        raise AssertionError(f"step(state, token) got the token {token!r}. A token is an int, 0 to {TOKENS - 1}.")
    return int(token)


def _following(step: Callable, state: Tensor, start: int, prefix: tuple[int, ...]) -> Tensor:
    """Log-probabilities after start and prefix, each time from the very beginning: slow, and hard to get wrong."""
    now = state
    for token in (start, *prefix):
        log_probabilities, now = step(now, token)
    return log_probabilities


def _forced(step: Callable, state: Tensor, start: int, target: list[int]) -> list[int]:
    return [int(_following(step, state, start, tuple(target[:t])).argmax()) for t in range(len(target))]


def _greedy(step: Callable, state: Tensor, start: int, stop: int, limit: int) -> list[int]:
    tokens = spec.greedy(partial(_following, step, state, start), stop, limit)
    return [token for token in tokens if token != stop]


def _wrongly_forced(step, state, start, target, *, feed, pick=torch.argmax, remember=True) -> list[int]:
    """`feed(start, target, own)` lists the tokens to feed; own holds the predictions so far."""
    own: list[int] = []
    for t in range(len(feed(start, target, own))):
        log_probabilities, new = step(state, feed(start, target, own)[t])
        state = new if remember else state
        own.append(int(pick(log_probabilities)))
    return own


def _wrongly_greedy(
    step, state, start, stop, limit, *, pick=torch.argmax, remember=True, stuck=False, endless=False
) -> list[int]:
    """Free running with one thing wrong; the stop token, if it comes, stands at the end of the answer."""
    tokens: list[int] = []
    while len(tokens) < limit and (endless or stop not in tokens):
        log_probabilities, new = step(state, start if stuck or not tokens else tokens[-1])
        state = new if remember else state
        tokens.append(int(pick(log_probabilities)))
    return tokens


def _without_stop(answer: Callable[..., list[int]]) -> Callable[..., list[int]]:
    def cut(step, state, start, stop, limit):
        return [token for token in answer(step, state, start, stop, limit) if token != stop]

    return cut


def _start_first(step, state, start, stop, limit) -> list[int]:
    return [start, *_greedy(step, state, start, stop, limit)]


def _one_lost(step, state, start, stop, limit) -> list[int]:
    return _greedy(step, state, start, stop, limit)[:-1]


def _limit_moved(by: int, step, state, start, stop, limit) -> list[int]:
    return _greedy(step, state, start, stop, limit + by)


def _shifted(start, target, own):
    return [start, *target[:-1]]


def _case(says: str, **given) -> Case:
    def make():
        first = {"step": Decoder().step, "state": torch.tensor([float(given["state"])], dtype=torch.float64)}
        rest = {name: value for name, value in given.items() if name != "state"}
        return first | {name: list(value) if isinstance(value, tuple) else value for name, value in rest.items()}

    shown = ", ".join(f"{name}={list(value) if isinstance(value, tuple) else value}" for name, value in given.items())
    return Case(f"{says} ({shown})", make)


forced = Check(
    name="forced",
    returns={"predictions": "T"},
    reference=_forced,
    cases=(
        _case("a target that the decoder gets wrong in places", state=0, start=1, target=(5, 8, 6, 10, 7, 0)),
        _case("another first state", state=2, start=1, target=(9, 2, 3, 5, 0)),
        _case("a target of one token", state=0, start=1, target=(0,)),
    ),
    mistakes=(
        Mistake(
            "this is free running: it feeds back its own predictions. Teacher forcing feeds the true token, "
            "also after a wrong prediction.",
            partial(_wrongly_forced, feed=lambda start, target, own: [start, *own, *target][: len(target)]),
        ),
        Mistake(
            "the decoder sees the answer: at step t you feed target[t], the token it should predict. "
            "Feed the one before it: start first, then target[0], target[1], ...",
            partial(_wrongly_forced, feed=lambda start, target, own: target),
        ),
        Mistake(
            "the start token is missing: you predict from target[0] on, so the first prediction is lost.",
            partial(_wrongly_forced, feed=lambda start, target, own: target[:-1]),
        ),
        Mistake(
            "one prediction too many: after the last token of the target there is nothing left to predict.",
            partial(_wrongly_forced, feed=lambda start, target, own: [start, *target]),
        ),
        Mistake(
            "the start token is fed at every step. It is fed once; then come the true tokens.",
            partial(_wrongly_forced, feed=lambda start, target, own: [start] * len(target)),
        ),
        Mistake(
            "the state never moves: each step starts from the first one. Pass on the state that step returned.",
            partial(_wrongly_forced, feed=_shifted, remember=False),
        ),
        Mistake(
            "these are the least likely tokens: take argmax, not argmin. Log-probabilities are negative, "
            "and the likeliest token has the greatest.",
            partial(_wrongly_forced, feed=_shifted, pick=torch.argmin),
        ),
    ),
)

greedy = Check(
    name="greedy",
    returns={"tokens": "T"},
    reference=_greedy,
    cases=(
        _case("the stop token comes before the limit", state=0, start=1, stop=0, limit=13),
        _case("another first state", state=2, start=1, stop=0, limit=13),
        _case("the limit comes before the stop token", state=0, start=1, stop=0, limit=3),
        _case("the stop token comes at once", state=0, start=1, stop=5, limit=13),
    ),
    mistakes=(
        Mistake(
            "the stop token is part of your answer. It says that the sentence is over; it is no word of it.",
            _wrongly_greedy,
        ),
        Mistake(
            "your loop does not stop at the stop token: it always runs to the limit.",
            partial(_wrongly_greedy, endless=True),
        ),
        Mistake(
            "your loop does not stop at the stop token: it leaves the token out and runs on to the limit.",
            _without_stop(partial(_wrongly_greedy, endless=True)),
        ),
        Mistake(
            "the start token is fed at every step. It is fed once; then comes the token predicted last.",
            _without_stop(partial(_wrongly_greedy, stuck=True)),
        ),
        Mistake(
            "the state never moves: each step starts from the first one. Pass on the state that step returned.",
            _without_stop(partial(_wrongly_greedy, remember=False)),
        ),
        Mistake(
            "these are the least likely tokens: take argmax, not argmin. Log-probabilities are negative, "
            "and the likeliest token has the greatest.",
            _without_stop(partial(_wrongly_greedy, pick=torch.argmin)),
        ),
        Mistake("the start token is part of your answer. The decoder reads it; it does not say it.", _start_first),
        Mistake(
            "one token too few: your loop ends a step before the limit.",
            partial(_limit_moved, -1),
        ),
        Mistake("one token too many: at most `limit` tokens are returned.", partial(_limit_moved, 1)),
        Mistake("the last token before the stop token is lost.", _one_lost),
    ),
)
