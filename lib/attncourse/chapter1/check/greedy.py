"""A decoder that reads its own predictions."""

from attncourse.checks.loops.loop import Loop


def greedy(step, state, start, stop, limit):
    tokens: list[int] = []
    token = start
    while len(tokens) < limit:
        row, state = step(state, token)
        token = int(row.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


def with_stop(step, state, start, stop, limit):
    tokens: list[int] = []
    token = start
    while len(tokens) < limit:
        row, state = step(state, token)
        tokens.append(token := int(row.argmax()))
        if token == stop:
            break
    return tokens


def with_start(step, state, start, stop, limit):
    return [start, *greedy(step, state, start, stop, limit)]


def case(state, start, stop, limit, N=11):
    return {
        "N": N,
        "state": state,
        "start": start,
        "stop": stop,
        "limit": limit,
    }


exercise = Loop(
    takes=dict.fromkeys(("step", "state", "start", "stop", "limit"), ""),
    returns="tokens",
    reference=greedy,
    cases={
        "stop comes before the limit": case((0, 0), 4, 5, 13),
        "stop comes in the last step": case((2, 5), 8, 3, 7),
        "the limit comes first": case((3, 7), 4, 10, 3),
        "stop comes at once": case((0, 0), 4, 7, 13),
        "a limit of 0": case((0, 0), 4, 5, 0),
        "start and stop are one token": case((0, 0), 4, 4, 7),
        "tokens above 256": case((0, 0), 30, 300, 13, N=307),
    },
    mistakes={
        "the stop token is not part of the sentence.": with_stop,
        "the start token is an input, not a prediction.": with_start,
    },
)
