"""Typical wrong answers to `greedy`, the decoder running free."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
START, STOP = 0, 1  # as the notebook has them; answers must not look at them


@wrong("the stop token is part of your answer")
def keeps_the_stop_token(step, state, start, stop, limit):
    tokens, token = [], start
    while token != stop and len(tokens) < limit:
        scores, state = step(state, token)
        token = int(scores.argmax())
        tokens.append(token)
    return tokens


@wrong("it keeps the token and runs on to the limit")
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


@wrong("the start token is fed at every step")
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


@wrong("you feed the least likely token: take argmax, not argmin")
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


@wrong(
    "your loop ends after 2 of 3 steps, where token 2 was predicted. Only two "
    "things end it"
)
def stops_before_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(1, limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("one step too many: at most `limit` tokens")
def runs_past_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    while len(tokens) <= limit:
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("the last of what is predicted is missing: 10.")
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


@wrong("got log-probabilities as the token")
def feeds_log_probabilities(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        token, state = step(state, token)
        tokens.append(int(token.argmax()))
    return tokens


@wrong("the limit is ignored: limit=3, and your loop takes 9 steps")
def ignores_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    while True:
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return tokens
        tokens.append(token)


@wrong("Does a `return` stand inside the loop")
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


@wrong("you add the stop token where the limit ends the sentence")
def appends_stop_at_the_limit(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return tokens
        tokens.append(token)
    return [*tokens, stop]


@wrong("max gives the value, argmax its position")
def takes_the_value_for_its_place(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.max())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("your loop ends after 3 of 10 steps, where token 7 was predicted again")
def breaks_at_a_repeated_word(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop or token in tokens:
            break
        tokens.append(token)
    return tokens


@wrong("you feed the second likeliest token")
def takes_the_second_best(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.topk(2).indices[1])
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("a random choice was made")
def samples(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(torch.distributions.Categorical(logits=scores).sample())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("It needs a `return` on every path")
def returns_only_at_stop(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return tokens
        tokens.append(token)


@wrong(
    "your loop ends after 8 of 10 steps, where token 1 was predicted. Only two "
    "things end it: stop=5"
)
def stops_at_the_stop_token_of_the_notebook(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == STOP:
            break
        tokens.append(token)
    return tokens


@wrong("in step 2 the state is not the one that step 1 returned")
def counts_the_state_itself(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, _ = step(state, token)
        state = state + 1
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("write log_probabilities, state = step(state, token)")
def takes_the_pair_for_log_probabilities(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        token = int(step(state, token).argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("step(state, token) got [4] as the token")
def feeds_the_list(step, state, start, stop, limit):
    tokens = [start]
    for _ in range(limit):
        scores, state = step(state, tokens)
        tokens.append(int(scores.argmax()))
    return tokens[1:]


@wrong("what you feed is the right number +1")
def one_beside_the_best(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax()) + 1
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("you return the predictions backwards")
def puts_new_tokens_first(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.insert(0, token)
    return tokens


@wrong("you leave out 0, 1, predicted in step 5, 8")
def leaves_out_the_marks_of_the_notebook(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        if token not in (START, STOP):
            tokens.append(token)
    return tokens


@wrong("step was never called")
def says_nothing(step, state, start, stop, limit):
    return []


def speak(step, state, start, stop, limit):
    """A right answer, which those below spoil."""
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong(
    "your function returned None, at the line: return\n  A bare `return` gives "
    "None"
)
def returns_nothing_at_stop(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return
        tokens.append(token)
    return tokens


@wrong(
    "at the line: return tokens.reverse()\n  A bare `return` gives None, and "
    "so do append, sort and reverse"
)
def returns_what_reverse_returns(step, state, start, stop, limit):
    tokens = speak(step, state, start, stop, limit)
    return tokens.reverse()


@wrong("where the limit ends the sentence you return an empty list")
def throws_the_unfinished_sentence_away(step, state, start, stop, limit):
    tokens = speak(step, state, start, stop, limit)
    return tokens if len(tokens) < limit else []


@wrong(
    "a second call with the same arguments gives another answer: something is "
    "kept from call to call"
)
def keeps_a_default_list(step, state, start, stop, limit, tokens=[]):  # noqa: B006
    tokens += speak(step, state, start, stop, limit)
    return tokens


@wrong("Is 300 compared by `is`?")
def compares_objects(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token is stop:
            break
        tokens.append(token)
    return tokens


@wrong(
    'RuntimeError: no stop\n  at the line: raise RuntimeError("no stop")\n  '
    "Your own code raises it."
)
def raises_at_the_limit(step, state, start, stop, limit):
    tokens = speak(step, state, start, stop, limit)
    if len(tokens) == limit:
        raise RuntimeError("no stop")
    return tokens


@wrong("limit=0, and your loop takes 10 steps")
def looks_at_the_limit_too_late(step, state, start, stop, limit):
    tokens, token = [], start
    while True:
        scores, state = step(state, token)
        token = int(scores.argmax())
        if token == stop:
            return tokens
        tokens.append(token)
        if len(tokens) == limit:
            return tokens


@wrong("what you feed comes one step late: the first 2 steps get start.")
def feeds_the_word_before_the_last(step, state, start, stop, limit):
    tokens, before, token = [], start, start
    for _ in range(limit):
        scores, state = step(state, before)
        before, token = token, int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("your loop ends after 5 of 6 steps, where token 149 was predicted again")
def stops_when_it_stammers(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        before, token = token, int(scores.argmax())
        if token in (stop, before):
            break
        tokens.append(token)
    return tokens


@wrong("you leave out 0, predicted in step 5. Is 0 taken for nothing")
def takes_zero_for_nothing(step, state, start, stop, limit):
    return [token for token in speak(step, state, start, stop, limit) if token]


@wrong("goes on with what does not belong to it: 5, 5, 5, 5.")
def fills_up_with_stop(step, state, start, stop, limit):
    tokens = speak(step, state, start, stop, limit)
    return tokens + [stop] * (limit - len(tokens))


@wrong("it keeps the token and goes on for 1 more.")
def looks_for_stop_one_step_late(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        if token == stop:
            break
        token = int(scores.argmax())
        tokens.append(token)
    return tokens


@wrong("UnboundLocalError")
def begins_the_list_too_late(step, state, start, stop, limit):
    token = start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.argmax())
        words.append(token)  # noqa: F821
        words = []  # noqa: F841
    return words


@wrong("You feed no token a second time")
def says_no_word_twice(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        scores[tokens] = float("-inf")
        token = int(scores.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("the mistake is in how you pick it")
def rounds_before_it_picks(step, state, start, stop, limit):
    tokens, token = [], start
    for _ in range(limit):
        scores, state = step(state, token)
        token = int(scores.exp().round(decimals=2).argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens


@wrong("the mistake is in how you pick it")
def adds_the_log_probabilities_up(step, state, start, stop, limit):
    tokens, token, total = [], start, 0.0
    for _ in range(limit):
        scores, state = step(state, token)
        total = total + scores
        token = int(total.argmax())
        if token == stop:
            break
        tokens.append(token)
    return tokens
