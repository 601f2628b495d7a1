"""The check of a decoder under teacher forcing."""

from collections.abc import Callable

from torch import Tensor

from attnbook.check.checker import Check
from attnbook.check.decoder import case, following
from attnbook.check.loops import decoding
from attnbook.check.traces import Told, Trace


def _forced(
    step: Callable, state: Tensor, start: int, target: list[int]
) -> list[int]:
    return [
        int(following(step, state, start, tuple(target[:t])).argmax())
        for t in range(len(target))
    ]


def _feeds(trace: Trace) -> Told:
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


def _answers(trace: Trace) -> Told:
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


def _ends(trace: Trace) -> str:
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


forced = Check(
    name="forced",
    takes={"step": "", "state": "", "start": "", "target": "T"},
    returns={"predictions": "T"},
    reference=_forced,
    cases=(
        case(
            "the first prediction is wrong",
            state=(0, 0),
            start=4,
            target=(6, 10, 2, 3, 8, 9),
        ),
        case(
            "another first state, words that come again",
            state=(2, 5),
            start=9,
            target=(3, 0, 8, 1, 8, 9, 8),
        ),
        case("a target of one token", state=(0, 0), start=4, target=(0,)),
        case(
            "numbers above 256; start is predicted",
            N=307,
            state=(0, 0),
            start=301,
            target=(306, 23, 206, 136, 164),
        ),
    ),
    looks=decoding(
        lambda given, _: [given["start"], *given["target"][:-1]],
        _feeds,
        _answers,
        _ends,
    ),
)
