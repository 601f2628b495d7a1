"""Decoding seen from inside: a decoder that logs what it is fed, and what the log says of a wrong answer.

The decoder is arithmetic, so every answer can be worked out by hand: after t steps that have read tokens of sum r,
the last one y, the likeliest next token is (3 y + 2 t + r) mod 11. Its state is [t, r].
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import torch
from torch import Tensor

from attnbook.check.checker import Attempt, Case, Finding, Look
from attnbook.check.mistakes import PICKS

TOKENS = 11
PATIENCE = 100  # steps of one run; a right answer takes at most 13


class Step(NamedTuple):
    """One call of `step`: what went in and what came out."""

    state: Tensor
    token: int
    row: Tensor
    new: Tensor


class Decoder:
    """A decoder that keeps a log, and complains about what no decoder could read."""

    def __init__(self) -> None:
        self.log: list[Step] = []

    def step(self, state: Any, token: Any) -> tuple[Tensor, Tensor]:
        """Log-probabilities "N" of the next token, the likeliest y first, then y + 3, y + 6, ...; and the new state."""
        number = _read(state, token)
        if len(self.log) == PATIENCE:
            fed = ", ".join(str(one.token) for one in self.log[:5])
            raise AssertionError(f"step was called more than {PATIENCE} times: you fed {fed} ... What ends the loop?")
        new = state + torch.tensor([1.0, number], dtype=state.dtype)
        best = (3 * number + 2 * int(new[0]) + int(new[1])) % TOKENS
        row = (4 * (torch.arange(TOKENS) - best) % TOKENS / -2).double().log_softmax(0)
        self.log.append(Step(state.clone(), number, row, new.clone()))
        return row, new


def _read(state: Any, token: Any) -> int:
    """The token as an int. Raises AssertionError that says what stands in place of state or token."""
    if _is_state(token) and not _is_state(state):
        raise AssertionError("the arguments of step are swapped: call step(state, token), the state first.")
    if isinstance(state, Tensor) and state.shape == (TOKENS,):
        raise AssertionError(
            "step(state, token) got log-probabilities in place of the state. Pass on the state that step returned: "
            "log_probabilities, state = step(state, token), in this order."
        )
    if not _is_state(state):
        raise AssertionError(f"step(state, token) got the state {state!r}. Pass on the state that step returned.")
    single = isinstance(token, int) or (isinstance(token, Tensor) and token.numel() == 1)
    if not single or not 0 <= int(token) < TOKENS or int(token) != token:
        got = "log-probabilities" if isinstance(token, Tensor) and token.numel() == TOKENS else repr(token)
        raise AssertionError(
            f"step(state, token) got {got} as the token. A token is an int, 0 to {TOKENS - 1}: "
            f"the position of the greatest log-probability (argmax)."
        )
    return int(token)


def _is_state(value: Any) -> bool:
    return isinstance(value, Tensor) and value.shape == (2,)


class Trace(NamedTuple):
    """The log of one run beside the tokens that it should have been fed."""

    log: list[Step]
    want: list[int]
    found: list[int]
    expected: list[int]
    given: dict[str, Any]

    @property
    def fed(self) -> list[int]:
        """The tokens that were fed."""
        return [step.token for step in self.log]

    @property
    def own(self) -> list[int]:
        """The likeliest token after each step."""
        return [int(step.row.argmax()) for step in self.log]


Told = Iterable[tuple[list[int], str]]
"""Lists of tokens, each with what to say of someone who has just this list."""


def decoding(
    want: Callable[[dict[str, Any], list[int]], list[int]],
    feeds: Callable[[Trace], Told],
    answers: Callable[[Trace], Told],
    ends: Callable[[Trace], str],
) -> tuple[Look, ...]:
    """The looks for a function that calls `step` in a loop and returns a list of tokens.

    want: from the arguments and the right answer to the tokens to feed. feeds, answers: what to say of lists of
    tokens that are fed, or returned. ends: what ends the loop, for one that goes on too long.
    """

    def look(attempt: Attempt) -> Finding | None:
        (found,), (expected,) = attempt.found.values(), attempt.expected.values()
        log = _once(attempt.given["step"].__self__.log)
        trace = Trace(log, want(attempt.given, expected), found, expected, attempt.given)
        if not log:
            return Finding("step was never called: every prediction comes from it.")
        return _states(trace) or _feeding(trace, feeds) or _length(trace, ends) or _answer(trace, answers)

    return (look,)


def _once(log: list[Step]) -> list[Step]:
    """The log of someone who asks each step twice, for the row and for the state; that is no mistake."""
    twins = [a.token == b.token and torch.equal(a.state, b.state) for a, b in zip(log[::2], log[1::2], strict=False)]
    moves = len(log) > 2 and not torch.equal(log[0].state, log[2].state)
    return log[::2] if moves and all(twins) else log


def _states(trace: Trace) -> Finding | None:
    """The state must be the one that the step before returned."""
    first, log = trace.given["state"], trace.log
    due = [first, *(step.new for step in log[:-1])]
    lost = next((i for i, step in enumerate(log) if not torch.equal(step.state, due[i])), None)
    if lost is None:
        return None
    if all(torch.equal(step.state, first) for step in log):
        return Finding(
            "the state never moves: each step starts from the first one. Pass on the state that step returned."
        )
    return Finding(f"in step {lost + 1} the state is not the one that step {lost} returned. Pass that one on.")


def _feeding(trace: Trace, feeds: Callable[[Trace], Told]) -> Finding | None:
    """The first token that should not have been fed."""
    fed, want = trace.fed, trace.want
    wrong = next((i for i, (token, due) in enumerate(zip(fed, want, strict=False)) if token != due), None)
    if wrong is None:
        return None
    known = next((says for tokens, says in feeds(trace) if tokens == fed), None)
    return Finding(known or _token(trace, wrong), _shown(trace, wrong))


def _token(trace: Trace, i: int) -> str:
    """What to say of one wrong token."""
    fed, want = trace.fed, trace.want
    if i == 1 and fed[1::2] == fed[::2][: len(fed) // 2]:
        return "step is called twice for one token: one call gives both the log-probabilities and the new state."
    if i == 0:
        given = f"`start`, which is {want[0]} in this case"
        return f"the first token to feed is {given}: you fed {fed[0]}. Use the argument, no name from outside."
    if fed[i] == trace.own[i - 1]:
        return f"in step {i + 1} you fed your own prediction, {fed[i]}, and not the true token, {want[i]}."
    for mistake in PICKS:
        if fed[1:] == [mistake.answer(step.row) for step in trace.log[:-1]]:
            return f"in step {i + 1} you fed {mistake.message}"
    return f"in step {i + 1} you fed {fed[i]}, and not {want[i]}."


def _length(trace: Trace, ends: Callable[[Trace], str]) -> Finding | None:
    """Too few steps or too many."""
    steps, due = len(trace.log), len(trace.want)
    if steps == due:
        return None
    if steps > due:
        return Finding(ends(trace), _shown(trace, due))
    twice = " again" if trace.own[-1] in trace.own[:-1] else ""
    early = f"your loop ends after {steps} of {due} steps, where {trace.own[-1]} was predicted{twice}."
    inside = " Does a `return` stand inside the loop, or a `break` that comes too soon?" if steps == 1 else ""
    return Finding(f"{early}{inside} {ends(trace)}", _shown(trace, steps))


def _answer(trace: Trace, answers: Callable[[Trace], Told]) -> Finding:
    """The right tokens were fed, so what is wrong is made of what came out."""
    said = next((says for tokens, says in answers(trace) if tokens == trace.found), None)
    for mistake in PICKS:
        if said is None and trace.found == [mistake.answer(step.row) for step in trace.log]:
            said = f"you take {mistake.message}"
    right = "you feed the right tokens, and step answers right; the list that you return is made wrongly."
    return Finding(said or right)


def _shown(trace: Trace, i: int) -> tuple[str, str]:
    """What was fed and what should have been, up to the first difference."""

    def show(tokens: list[int]) -> str:
        end = [] if i < len(tokens) else ["nothing more"]
        return ", ".join([*map(str, tokens[: i + 1]), *end])

    return f"you fed  {show(trace.fed)}", f"expected {show(trace.want)}"


def case(says: str, takes: Iterable[str], **given: Any) -> Case:
    """A case with a new decoder for each call; `state` is a pair, other tuples are lists."""

    def make() -> dict[str, Any]:
        values = {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
        values |= {"step": Decoder().step, "state": torch.tensor(given["state"], dtype=torch.float64)}
        return {name: values[name] for name in takes}

    shown = ", ".join(f"{name}={list(value) if isinstance(value, tuple) else value}" for name, value in given.items())
    return Case(f"{says} ({shown})", make)
