"""Typical wrong answers to `greedy`, the decoder running free."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
STOP = 1  # as the notebook has it; answers must not look at it


@wrong("the stop token is part of your answer")
def keeps_the_stop_token(step, state, start, stop, limit):
    tokens, token = [], start
    while token != stop and len(tokens) < limit:
        scores, state = step(state, token)
        token = int(scores.argmax())
        tokens.append(token)
    return tokens


@wrong("it always runs to the limit")
def never_looks_for_stop(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        tokens.append(token)
    return tokens


@wrong("it leaves the token out and runs on to the limit")
def skips_the_stop_token(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token != stop:
            tokens.append(token)
    return tokens


@wrong("Which line ends the loop?")
def loops_for_ever(step, state, start, stop, limit):
    tokens, token = [], start
    while token != stop:
        scores, state = step(state, token)
        tokens.append(int(scores.argmax()))
    return tokens


@wrong("the start token is fed at every step")
def feeds_start(step, state, start, stop, limit):
    tokens = []
    for _ in range(limit):
        scores, state = step(state, start)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("the state never moves")
def keeps_the_first_state(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, _ = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("these are the least likely tokens")
def takes_the_worst(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(torch.argmin(scores))
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("the start token is part of your answer")
def keeps_the_start_token(step, state, start, stop, limit):
    tokens = [start]
    while len(tokens) <= limit:
        scores, state = step(state, tokens[-1])
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("one token too few")
def stops_before_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(1, limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("one token too many")
def runs_past_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    while len(tokens) <= limit:
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("the last token before the stop token is lost")
def cuts_the_last(step, state, start, stop, limit):
    tokens, token = [], start
    while token != stop and len(tokens) < limit:
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token != stop:
            tokens.append(token)
    return tokens[:-1]


@wrong("must be a list of int: yours is a tensor")
def returns_one_tensor(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return torch.tensor(tokens)


@wrong("got the token tensor([")
def feeds_log_probabilities(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        token, state = step(state, token)
        tokens.append(int(token.argmax()))
    return tokens


@wrong("?")
def ignores_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    while True:
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return tokens
        tokens.append(token)


@wrong("?")
def returns_in_the_loop(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
        return tokens
    return tokens


@wrong("?")
def appends_stop_at_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return tokens
        tokens.append(token)
    return [*tokens, stop]


@wrong("?")
def takes_the_value_for_its_place(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.max())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("?")
def breaks_at_a_repeated_word(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop or token in tokens:
            break
        tokens.append(token)
    return tokens


@wrong("?")
def takes_the_second_best(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.topk(2).indices[1])
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("?")
def samples(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(torch.distributions.Categorical(logits=scores).sample())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("?")
def returns_only_at_stop(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return tokens
        tokens.append(token)


@wrong("?")
def stops_at_the_stop_token_of_the_notebook(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == STOP:
            break
        tokens.append(token)
    return tokens
