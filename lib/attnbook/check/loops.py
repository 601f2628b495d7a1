"""The look at a decoder's loop: what is wrong with its calls, its states, the
tokens that it feeds, its length, its answer.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

import torch

from attnbook.check.checker import Attempt, Look, Sighting
from attnbook.check.decoder import FIRST, PASS_ON
from attnbook.check.feeding import first_wrong, picks
from attnbook.check.lists import compared, row
from attnbook.check.traces import Told, Trace, rounds


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
            or first_wrong(trace, feeds)
            or _length(trace, ends)
        )
        return seen or _answer(trace, answers)

    return (look,)


def _calls(trace: Trace) -> Sighting | None:
    """One round of the loop must call step once."""
    times = rounds(trace.fed)
    if times == 1 or len(trace.fed) < 2 * times:
        return None
    says = (
        f"step is called {'twice' if times == 2 else 'three times'} for one "
        "token"
    )
    cure = "Call it once in each round, and keep both things that it returns."
    return Sighting(
        f"{says}: you feed {row(trace.fed[: 2 * times])}, ... {cure}",
        trace.shown(times),
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


def _length(trace: Trace, ends: Callable[[Trace], str]) -> Sighting | None:
    """Too few steps or too many."""
    steps, due = len(trace.log), len(trace.want)
    if steps > due:
        return Sighting(ends(trace), trace.shown(due))
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
    return Sighting(f"{early}{inside} {ends(trace)}", trace.shown(steps))


def _answer(trace: Trace, answers: Callable[[Trace], Told]) -> Sighting | None:
    """The right tokens were fed, so what is wrong is made of what came out."""
    if trace.found is None:
        return None
    taken = (
        (tokens, f"you take {message}") for tokens, message in picks(trace)
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
