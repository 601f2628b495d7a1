"""Tokens that should not have been fed: the rule that they follow, or the
mistake in a single one.
"""

from collections.abc import Callable
from itertools import chain

from attnbook.check.checker import Sighting
from attnbook.check.traces import Told, Trace


def first_wrong(
    trace: Trace, feeds: Callable[[Trace], Told]
) -> Sighting | None:
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
    return Sighting(known or _token(trace, wrong), trace.shown(wrong))


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
    for tokens, message in picks(trace):
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


def picks(trace: Trace) -> Told:
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
