"""Answers to `greedy`, wrong and right."""

from itertools import islice, takewhile

from tests.attncourse.checks.bank import Bank

bank = Bank()


def words(step, state, token):
    while True:
        scores, state = step(state, token)
        token = int(scores.argmax())
        yield token


def until(tokens, stop):
    return list(takewhile(lambda token: token != stop, tokens))


@bank.wrong("never stops before the limit")
def no_stop(step, state, start, stop, limit):
    return list(islice(words(step, state, start), limit))


@bank.wrong("leaves the stop token out and goes on")
def goes_on(step, state, start, stop, limit):
    first = islice(words(step, state, start), limit)
    return [token for token in first if token != stop]


@bank.wrong("does not pass the state on")
def no_state(step, state, start, stop, limit):
    said = [start]
    while len(said) <= limit:
        said.append(int(step(state, said[-1])[0].argmax()))
        if said[-1] == stop:
            return said[1:-1]
    return said[1:]


@bank.wrong("one token more than the limit")
def too_many(step, state, start, stop, limit):
    return until(islice(words(step, state, start), limit + 1), stop)


@bank.wrong("counts the stop token into the limit")
def too_few(step, state, start, stop, limit):
    return until(islice(words(step, state, start), max(limit - 1, 0)), stop)


@bank.wrong("returns within the loop")
def early(step, state, start, stop, limit):
    for token in words(step, state, start):
        return [] if token == stop else [token]


@bank.right
def taken(step, state, start, stop, limit):
    return until(islice(words(step, state, start), limit), stop)


@bank.right
def recursive(step, state, start, stop, limit):
    scores, state = step(state, start) if limit > 0 else ([], state)
    if limit <= 0 or scores.argmax() == stop:
        return []
    token = scores.argmax().item()
    return [token] + recursive(step, state, token, stop, limit - 1)


@bank.right
def while_loop(step, state, start, stop, limit):
    said = [start]
    while said[-1] != stop or len(said) == 1:
        if len(said) > limit:
            return said[1:]
        scores, state = step(state, said[-1])
        said += [int(scores.max(-1).indices)]
    return said[1:-1]
