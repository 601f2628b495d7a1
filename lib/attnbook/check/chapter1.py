"""Checks for chapter 1: a decoder under teacher forcing and running free."""

from collections.abc import Callable
from functools import partial
from typing import Any

from torch import Tensor

from attnbook import spec
from attnbook.check.checker import Check
from attnbook.check.traces import Told, Trace, case, decoding


def _following(step: Callable, state: Tensor, start: int, prefix: tuple[int, ...]) -> Tensor:
    """Log-probabilities after start and prefix, each time from the very beginning: slow, and hard to get wrong."""
    now = state
    for token in (start, *prefix):
        log_probabilities, now = step(now, token)
    return log_probabilities


START_FED = "the start token is fed at every step. It is fed once, at the first step."

# Teacher forcing


def _forced(step: Callable, state: Tensor, start: int, target: list[int]) -> list[int]:
    return [int(_following(step, state, start, tuple(target[:t])).argmax()) for t in range(len(target))]


def _forced_feeds(trace: Trace) -> Told:
    start, target = trace.given["start"], trace.given["target"]
    yield (
        target,
        "the decoder sees the answer: at step t you feed target[t], the token it should predict. "
        "Feed the one before it: start first, then target[0], target[1], ...",
    )
    yield list(range(len(target))), "you feed the positions 0, 1, 2, ..., not the tokens that stand there."
    yield target[:-1], "the start token is missing: you predict from target[0] on, so the first prediction is lost."
    yield [start] * len(target), f"{START_FED} Then come the true tokens."
    yield (
        [start, *trace.own[:-1]],
        "this is free running: it feeds back its own predictions. Teacher forcing feeds the true token, "
        "also after a wrong prediction.",
    )
    yield (
        [start, *target[1:]],
        "target[0] is skipped, so from the second step on the decoder sees the answer. "
        "Feed start, target[0], target[1], ...",
    )
    yield (
        [target[-1], *target[:-1]],
        "the first token fed is the last one of the target: target[i - 1] is target[-1] where i = 0. Feed start there.",
    )


def _forced_answers(trace: Trace) -> Told:
    yield trace.given["target"], "you return the target. Return what the decoder predicts, right or wrong."
    yield [trace.given["start"], *trace.expected], "the start token is part of your answer. It is fed, not predicted."
    yield trace.want, "you return the tokens that you fed. Return what the decoder predicts after each of them."


def _forced_ends(trace: Trace) -> str:
    if len(trace.log) > len(trace.want):
        return "one prediction too many: after the last token of the target there is nothing left to predict."
    return "Only the end of the target ends it: there is one prediction for each of its tokens."


_forced_takes = {"step": "", "state": "", "start": "", "target": "T"}
_forced_case = partial(case, takes=_forced_takes)

forced = Check(
    name="forced",
    takes=_forced_takes,
    returns={"predictions": "T"},
    reference=_forced,
    cases=(
        _forced_case("the first prediction is wrong", state=(0, 0), start=4, target=(6, 10, 2, 3, 8, 9)),
        _forced_case("another first state", state=(2, 5), start=9, target=(3, 8, 4, 7, 6)),
        _forced_case("a target of one token", state=(0, 0), start=4, target=(0,)),
    ),
    looks=decoding(
        lambda given, _: [given["start"], *given["target"][:-1]], _forced_feeds, _forced_answers, _forced_ends
    ),
)

# Free running


def _greedy(step: Callable, state: Tensor, start: int, stop: int, limit: int) -> list[int]:
    tokens = spec.greedy(partial(_following, step, state, start), stop, limit)
    return [token for token in tokens if token != stop]


def _greedy_want(given: dict[str, Any], expected: list[int]) -> list[int]:
    return [given["start"], *expected][: given["limit"]]


def _greedy_feeds(trace: Trace) -> Told:
    yield [trace.given["start"]] * len(trace.log), f"{START_FED} Then comes the token predicted last."


def _greedy_answers(trace: Trace) -> Told:
    start, stop, expected = trace.given["start"], trace.given["stop"], trace.expected
    yield (
        [*expected, stop],
        "the stop token is part of your answer. It says that the sentence is over; it is no word of it."
        if stop in trace.own
        else "you add the stop token where the limit ends the sentence. It was not predicted, and is no word of it.",
    )
    yield [start, *expected], "the start token is part of your answer. The decoder reads it; it does not say it."
    yield expected[:-1], "the last token before the end is lost."


def _greedy_ends(trace: Trace) -> str:
    stop, limit, steps = trace.given["stop"], trace.given["limit"], len(trace.log)
    if steps < len(trace.want):
        return f"Only two things end it: stop={stop} is predicted, or limit={limit} steps are done."
    if stop in trace.own[: len(trace.want)]:
        kept = (
            "it always runs to the limit" if stop in trace.found else "it leaves the token out and runs on to the limit"
        )
        return f"your loop does not stop at the stop token: {kept}."
    if steps == limit + 1:
        return "one step too many: at most `limit` tokens are returned."
    return (
        f"the limit is ignored: limit={limit}, and your loop takes {steps} steps. At most `limit` tokens are returned."
    )


_greedy_takes = {"step": "", "state": "", "start": "", "stop": "", "limit": ""}
_greedy_case = partial(case, takes=_greedy_takes)

greedy = Check(
    name="greedy",
    takes=_greedy_takes,
    returns={"tokens": "T"},
    reference=_greedy,
    cases=(
        _greedy_case("the stop token comes before the limit", state=(0, 0), start=4, stop=5, limit=13),
        _greedy_case("another first state", state=(2, 5), start=8, stop=3, limit=13),
        _greedy_case("the limit comes before the stop token", state=(3, 7), start=4, stop=10, limit=3),
        _greedy_case("the stop token comes at once", state=(0, 0), start=4, stop=7, limit=13),
    ),
    looks=decoding(_greedy_want, _greedy_feeds, _greedy_answers, _greedy_ends),
)
