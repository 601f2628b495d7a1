"""Decoding seen from inside: what the log of a decoder says of a wrong
answer.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import torch

from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.decoder import FIRST, PASS_ON, Step
from attnbook.check.lists import compared, row

AHEAD = 5  # tokens shown after the first difference


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
            :: _rounds([(step.token, *step.state.tolist()) for step in log])
        ]
        self.fed = [step.token for step in self.log]
        # the likeliest token after each step
        self.own = [int(step.row.argmax()) for step in self.log]


Told = Iterable[tuple[list[int], str]]
"""Lists of tokens, and what to say of someone who has just these."""


def decoding(
    want: Callable[[dict[str, Any], list[int]], list[int]],
    feeds: Callable[[Trace], Told],
    answers: Callable[[Trace], Told],
    ends: Callable[[Trace], str],
) -> tuple[Look, ...]:
    """The look for a function that decodes by calling its argument `step`.

    want: the tokens that must be fed, from the arguments and the right answer.
    feeds, answers: what to say of lists of tokens that are fed, or returned.
    ends: what ends the loop, for one that goes on too long.
    """

    def look(attempt: Attempt) -> Sighting | None:
        trace = Trace(attempt, want)
        if not trace.log and trace.want and trace.found is not None:
            return Sighting(
                "step was never called: every prediction comes from it."
            )
        seen = (
            _calls(trace)
            or _states(trace)
            or _feeding(trace, feeds)
            or _length(trace, ends)
        )
        return seen or _answer(trace, answers)

    return (look,)


def _rounds(calls: list[Any]) -> int:
    """How many times in a row each call is made: 2, 3, or else 1."""
    for times in (2, 3):
        each = [call for call in calls[::times] for _ in range(times)]
        if calls == each[: len(calls)] and len(set(calls)) > 1:
            return times
    return 1


def _calls(trace: Trace) -> Sighting | None:
    """One round of the loop must call step once."""
    times = _rounds(trace.fed)
    if times == 1 or len(trace.fed) < 2 * times:
        return None
    says = (
        f"step is called {'twice' if times == 2 else 'three times'} for one "
        "token"
    )
    cure = "Call it once in each round, and keep both things that it returns."
    return Sighting(
        f"{says}: you feed {row(trace.fed[: 2 * times])}, ... {cure}",
        _shown(trace, times),
    )


def _states(trace: Trace) -> Sighting | None:
    """The state must be the one that the step before returned."""
    first, log = trace.given["state"], trace.log
    due = [first, *(step.new for step in log[:-1])]
    lost = next(
        (
            i
            for i, step in enumerate(log)
            if not torch.equal(step.state, due[i])
        ),
        None,
    )
    if lost is None:
        return None
    got = log[lost].state
    if lost == 0:
        return Sighting(
            f"the first step got the state {got.tolist()}, and not "
            f"{first.tolist()}. {FIRST}"
        )
    if all(torch.equal(step.state, first) for step in log):
        return Sighting(
            f"the state never moves: each step starts from the first one. "
            f"{PASS_ON}"
        )
    older = ", but the first one again" if torch.equal(got, first) else ""
    return Sighting(
        f"in step {lost + 1} the state is not the one that step {lost} "
        f"returned{older}. {PASS_ON}"
    )


def _feeding(trace: Trace, feeds: Callable[[Trace], Told]) -> Sighting | None:
    """The first token that should not have been fed."""
    fed, want = trace.fed, trace.want
    wrong = next(
        (
            i
            for i, (token, due) in enumerate(zip(fed, want, strict=False))
            if token != due
        ),
        None,
    )
    if wrong is None:
        return None
    rules = (
        says
        for tokens, says in chain(feeds(trace), _rules(trace))
        if tokens[wrong : len(fed)] == fed[wrong:]
    )
    # a single token follows too many rules to tell
    known = next(rules, None) if len(fed) > wrong + 1 else None
    return Sighting(known or _token(trace, wrong), _shown(trace, wrong))


def _rules(trace: Trace) -> Told:
    """What can be fed by rule. Under teacher forcing the true tokens are the
    target, in free running the own ones.
    """
    fed, start = trace.fed, trace.given.get("start", -1)
    true, name = (
        (trace.given["target"], "target")
        if "target" in trace.given
        else (trace.own, "predictions")
    )
    yield (
        [start] * len(fed),
        "the start token is fed at every step. It is fed once, at the first "
        "step.",
    )
    for tokens, message in _picks(trace):
        yield [start, *tokens], f"you feed {message}"
    for late in (1, 2):
        steps = "one step" if late == 1 else "two steps"
        yield (
            [start] * (late + 1) + true,
            f"what you feed comes {steps} late: the first {late + 1} steps get "
            f"start.",
        )
        yield (
            [start, *true[late:]],
            f"what you feed comes {steps} too early: {name}[{late}] for "
            f"{name}[0].",
        )
    for turned in (
        [start, *true[::-1]],
        true[::-1],
        [start, *true[-2::-1]],
        trace.want[::-1],
    ):
        yield turned, f"you feed the {name} backwards."
    again = [
        token
        for end in range(1, len(trace.want) + 1)
        for token in trace.want[:end]
    ]
    yield (
        again,
        "you feed the whole beginning again for each prediction. Feed one "
        "token, and go on with the state.",
    )
    yield (
        [fed[-1]] * len(fed),
        f"the same token, {fed[-1]}, is fed at every step.",
    )
    for more in (-2, -1, 1, 2):
        yield (
            [start + more, *(token + more for token in true)],
            f"what you feed is the right number {more:+d}.",
        )
    for begin in (-1, 0, 1):
        yield (
            list(range(begin, len(fed) + begin)),
            "you feed the positions 0, 1, 2, ..., not the tokens there.",
        )


def _picks(trace: Trace) -> Told:
    """Wrong ways from the log-probabilities of each step to its token, by what
    is taken.
    """
    rows = [step.row for step in trace.log]
    yield (
        [int(row.argmin()) for row in rows],
        "the least likely token: take argmax, not argmin. Log-probabilities "
        "are negative, and the likeliest token has the greatest.",
    )
    value = (
        "the greatest log-probability as an int, which is no token: max "
        "gives the value, argmax its position."
    )
    yield [int(row.max()) for row in rows], value
    yield (
        [int(row.topk(2).indices[1]) for row in rows],
        "the second likeliest token: take the likeliest.",
    )


def _token(trace: Trace, i: int) -> str:
    """What to say of one wrong token that follows no rule."""
    fed, want = trace.fed, trace.want
    names = [
        f"`{name}`"
        for name, value in trace.given.items()
        if isinstance(value, int) and value == fed[i]
    ]
    named = f", which is {' or '.join(names)}" if names else ""
    if i == 0:
        return (
            f"the first token to feed is `start`, which is {want[0]} in "
            f"this case: you fed {fed[0]}{named}."
        )
    if fed[i] == trace.own[i - 1]:
        named = ", your own prediction of the step before"
    once = len(set(fed[1:])) == len(fed[1:]) and want[i] in fed[1:i]
    again = (
        " You feed no token a second time: is one that has been said left out?"
        if once
        else ""
    )
    if (
        "target" not in trace.given
        and want[i] == trace.own[i - 1]
        and not named
    ):
        picked = (
            f"after step {i} the likeliest token is {want[i]}, and you "
            f"fed {fed[i]}"
        )
        cure = (
            "Take argmax over the whole row that this step returned, and "
            "over nothing else."
        )
        return f"{picked}: the mistake is in how you pick it.{again} {cure}"
    return f"in step {i + 1} you fed {fed[i]}{named}, and not {want[i]}.{again}"


def _length(trace: Trace, ends: Callable[[Trace], str]) -> Sighting | None:
    """Too few steps or too many."""
    steps, due = len(trace.log), len(trace.want)
    if steps > due:
        return Sighting(ends(trace), _shown(trace, due))
    if steps == due or trace.found is None:
        return None
    twice = " again" if trace.own[-1] in trace.own[:-1] else ""
    early = (
        f"your loop ends after {steps} of {due} steps, where "
        f"token {trace.own[-1]} was predicted{twice}."
    )
    inside = (
        " Does a `return` stand inside the loop, or a `break` that comes too "
        "soon?"
        if steps == 1
        else ""
    )
    return Sighting(f"{early}{inside} {ends(trace)}", _shown(trace, steps))


def _answer(trace: Trace, answers: Callable[[Trace], Told]) -> Sighting | None:
    """The right tokens were fed, so what is wrong is made of what came out."""
    if trace.found is None:
        return None
    taken = (
        (tokens, f"you take {message}") for tokens, message in _picks(trace)
    )
    said = next(
        (
            says
            for tokens, says in chain(answers(trace), taken)
            if tokens == trace.found
        ),
        None,
    )
    return Sighting(
        said
        or f"you feed the right tokens, but "
        f"{compared(trace.found, trace.expected)}"
    )


def _shown(trace: Trace, i: int) -> tuple[str, str]:
    """What was fed and what should have been, up to some steps after the first
    difference.
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

    return f"you fed  {show(trace.fed)}", f"expected {show(trace.want)}"
