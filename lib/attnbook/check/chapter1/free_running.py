"""The check of a decoder that reads its own predictions: greedy search."""

from collections.abc import Callable
from functools import partial

from torch import Tensor

from attnbook import spec
from attnbook.check.checker import Check
from attnbook.check.decoder import case, following
from attnbook.check.loops import decoding
from attnbook.check.traces import Told, Trace


def _greedy(
    step: Callable, state: Tensor, start: int, stop: int, limit: int
) -> list[int]:
    tokens = spec.greedy(partial(following, step, state, start), stop, limit)
    return [token for token in tokens if token != stop]


def _answers(trace: Trace) -> Told:
    start, stop, expected = (
        trace.given["start"],
        trace.given["stop"],
        trace.expected,
    )
    yield (
        [*expected, stop],
        "the stop token is part of your answer. It says that the sentence is "
        "over; it is no word of it."
        if stop in trace.own
        else "you add the stop token where the limit ends the sentence. It was "
        "not predicted, and is no word of it.",
    )
    if stop not in trace.own:
        yield (
            [],
            "where the limit ends the sentence you return an empty list. "
            "Return what has been said so far.",
        )
    begins = (
        "the start token is part of your answer. The decoder reads it; it does "
        "not say it."
    )
    yield [start, *expected], begins
    yield [start, *expected][: len(expected)], begins
    yield [start, *expected, stop], f"{begins} Nor does stop belong to it."


def _ends(trace: Trace) -> str:
    stop, limit, steps, due = (
        trace.given["stop"],
        trace.given["limit"],
        len(trace.log),
        len(trace.want),
    )
    if steps < due:
        return (
            f"Only two things end it: stop={stop} is predicted, or "
            f"limit={limit} steps are done."
        )
    if stop in trace.own[:due]:
        kept = (
            "keeps the token"
            if stop in (trace.found or [stop])
            else "leaves the token out"
        )
        on = f"it {kept} and " + (
            "runs on to the limit."
            if steps == limit
            else f"goes on for {steps - due} more."
        )
        maybe = (
            f" Is {stop} compared by `is`? Equal numbers need not be one "
            f"object: == compares them."
        )
        return (
            f"your loop does not stop at the stop token: "
            f"{on}{maybe if stop > 256 else ''}"
        )
    if steps == limit + 1:
        return (
            "one step too many: at most `limit` tokens are returned, so at "
            "most `limit` steps are taken."
        )
    ignored = (
        "the limit is ignored: "
        if limit and trace.own[-1] == stop or trace.found is None
        else ""
    )
    return (
        f"{ignored}limit={limit}, and your loop takes {steps} steps. At "
        f"most `limit` tokens are returned."
    )


greedy = Check(
    name="greedy",
    takes={"step": "", "state": "", "start": "", "stop": "", "limit": ""},
    returns={"tokens": "T"},
    reference=_greedy,
    cases=(
        case(
            "the stop token comes before the limit",
            state=(0, 0),
            start=4,
            stop=5,
            limit=13,
        ),
        case(
            "another first state, stop in the last step",
            state=(2, 5),
            start=8,
            stop=3,
            limit=7,
        ),
        case(
            "the limit comes first: the answer is what has been said so far",
            state=(3, 7),
            start=4,
            stop=10,
            limit=3,
        ),
        case(
            "the stop token comes at once",
            state=(0, 0),
            start=4,
            stop=7,
            limit=13,
        ),
        case(
            "a limit of 0: nothing is said",
            state=(0, 0),
            start=4,
            stop=5,
            limit=0,
        ),
        case(
            "numbers above 256",
            N=307,
            state=(0, 0),
            start=30,
            stop=300,
            limit=13,
        ),
    ),
    looks=decoding(
        lambda given, expected: [given["start"], *expected][: given["limit"]],
        lambda _: (),
        _answers,
        _ends,
    ),
)
