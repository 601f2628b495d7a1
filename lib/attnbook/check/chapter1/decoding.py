"""Checks for chapter 1: a decoder under teacher forcing and running free."""

from collections.abc import Callable
from functools import partial

from torch import Tensor

from attnbook import spec
from attnbook.check.checker import Check
from attnbook.check.decoder import case
from attnbook.check.loops import decoding
from attnbook.check.traces import Told, Trace


def _following(
    step: Callable, state: Tensor, start: int, prefix: tuple[int, ...]
) -> Tensor:
    """Log-probabilities after start and prefix, each time from the very
    beginning: slow, and hard to get wrong.
    """
    now = state
    for token in (start, *prefix):
        log_probabilities, now = step(now, token)
    return log_probabilities


# Teacher forcing


def _forced(
    step: Callable, state: Tensor, start: int, target: list[int]
) -> list[int]:
    return [
        int(_following(step, state, start, tuple(target[:t])).argmax())
        for t in range(len(target))
    ]


def _forced_feeds(trace: Trace) -> Told:
    start, target = trace.given["start"], trace.given["target"]
    yield (
        target,
        "the start token is missing: you predict from target[0] on, so the "
        "first prediction is lost."
        if trace.fed == target[:-1]
        else "the decoder sees the answer: at step t you feed target[t], the "
        "token it should predict. "
        "Feed the one before it: start first, then target[0], target[1], ...",
    )
    yield (
        [start, *trace.own],
        "this is free running: it feeds back its own predictions. Teacher "
        "forcing feeds the true token, also after a wrong prediction.",
    )
    yield (
        [start, *(token or start for token in target)],
        "start stands for 0. Is 0 taken for nothing, as by `or`? It is a "
        "token.",
    )
    places = [target.index(token) for token in target]
    yield (
        [target[i - 1] if i else start for i in places],
        "this fits the first place of each token. Is a place looked up by its "
        "value (index)? A token can come again.",
    )
    yield (
        [target[-1], *target[:-1]],
        "the first token fed is the last one of the target: target[i - 1] is "
        "target[-1] where i = 0. Feed start there.",
    )


def _forced_answers(trace: Trace) -> Told:
    target = trace.given["target"]
    yield (
        target,
        "you return the target. Return what the decoder predicts, right or "
        "wrong.",
    )
    yield (
        trace.want,
        "you return the tokens that you fed. Return what the decoder predicts "
        "after each of them.",
    )
    yield (
        [trace.given["start"], *trace.expected],
        "the start token is part of your answer. It is fed, not predicted.",
    )
    hits = [
        int(own == true) for own, true in zip(trace.own, target, strict=False)
    ]
    yield (
        hits,
        "you return 1 for a right prediction and 0 for a wrong one. Return the "
        "predictions themselves.",
    )


def _forced_ends(trace: Trace) -> str:
    steps, due = len(trace.log), len(trace.want)
    if trace.fed == [*trace.want, trace.given["target"][-1]]:
        return (
            "one prediction too many: after the last token of the target "
            "there is nothing left to predict."
        )
    if steps > due:
        return (
            f"your loop takes {steps} steps, and not {due}. The end of the "
            f"target ends it: one step for each token."
        )
    return (
        "Only the end of the target ends it: there is one prediction for "
        "each of its tokens."
    )


_forced_takes = {"step": "", "state": "", "start": "", "target": "T"}
_forced_case = partial(case, takes=_forced_takes)

forced = Check(
    name="forced",
    takes=_forced_takes,
    returns={"predictions": "T"},
    reference=_forced,
    cases=(
        _forced_case(
            "the first prediction is wrong",
            state=(0, 0),
            start=4,
            target=(6, 10, 2, 3, 8, 9),
        ),
        _forced_case(
            "another first state, words that come again",
            state=(2, 5),
            start=9,
            target=(3, 0, 8, 1, 8, 9, 8),
        ),
        _forced_case(
            "a target of one token", state=(0, 0), start=4, target=(0,)
        ),
        _forced_case(
            "numbers above 256; start is predicted",
            N=307,
            state=(0, 0),
            start=301,
            target=(306, 23, 206, 136, 164),
        ),
    ),
    looks=decoding(
        lambda given, _: [given["start"], *given["target"][:-1]],
        _forced_feeds,
        _forced_answers,
        _forced_ends,
    ),
)

# Free running


def _greedy(
    step: Callable, state: Tensor, start: int, stop: int, limit: int
) -> list[int]:
    tokens = spec.greedy(partial(_following, step, state, start), stop, limit)
    return [token for token in tokens if token != stop]


def _greedy_answers(trace: Trace) -> Told:
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


def _greedy_ends(trace: Trace) -> str:
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


_greedy_takes = {"step": "", "state": "", "start": "", "stop": "", "limit": ""}
_greedy_case = partial(case, takes=_greedy_takes)

greedy = Check(
    name="greedy",
    takes=_greedy_takes,
    returns={"tokens": "T"},
    reference=_greedy,
    cases=(
        _greedy_case(
            "the stop token comes before the limit",
            state=(0, 0),
            start=4,
            stop=5,
            limit=13,
        ),
        _greedy_case(
            "another first state, stop in the last step",
            state=(2, 5),
            start=8,
            stop=3,
            limit=7,
        ),
        _greedy_case(
            "the limit comes first: the answer is what has been said so far",
            state=(3, 7),
            start=4,
            stop=10,
            limit=3,
        ),
        _greedy_case(
            "the stop token comes at once",
            state=(0, 0),
            start=4,
            stop=7,
            limit=13,
        ),
        _greedy_case(
            "a limit of 0: nothing is said",
            state=(0, 0),
            start=4,
            stop=5,
            limit=0,
        ),
        _greedy_case(
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
        _greedy_answers,
        _greedy_ends,
    ),
)
