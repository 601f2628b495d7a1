"""Typical wrong answers to `forced`, the decoder under teacher forcing."""

import torch

from tests.check.bank.bank import Bank

wrong = Bank()
START, STOP = 0, 1  # as the notebook has them; answers must not look at them


@wrong("this is free running")
def feeds_its_own(step, state, start, target):
    predictions, token = [], start
    for _ in target:
        scores, state = step(state, token)
        token = int(scores.argmax())
        predictions.append(token)
    return predictions


@wrong("the decoder sees the answer")
def feeds_the_answer(step, state, start, target):
    predictions = []
    for token in target:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("the start token is missing")
def loses_the_first(step, state, start, target):
    predictions = []
    for token in target[:-1]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("one prediction too many")
def predicts_past_the_end(step, state, start, target):
    predictions = []
    for token in [start] + target:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("the start token is fed at every step")
def stays_at_start(step, state, start, target):
    predictions = []
    for _ in range(len(target)):
        scores, state = step(state, start)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("the state never moves")
def forgets_the_state(step, state, start, target):
    return [int(step(state, token)[0].argmax()) for token in [start, *target[:-1]]]


@wrong("these are the least likely tokens")
def takes_the_worst(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmin()))
    return predictions


@wrong("must hold plain int: item 0 is a tensor")
def returns_tensors(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(scores.argmax())
    return predictions


@wrong("changes its argument target")
def inserts_into_the_target(step, state, start, target):
    target.insert(0, start)
    target.pop()
    predictions = []
    for token in target:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("Pass on the state that step returned")
def takes_the_pair_for_the_state(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        state, scores = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("?")
def feeds_its_first_prediction(step, state, start, target):
    predictions, token = [], start
    for i in range(len(target)):
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
        token = predictions[0] if i == 0 else target[i]
    return predictions


@wrong("?")
def stops_at_the_stop_token_of_the_notebook(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
        if predictions[-1] == STOP:
            break
    return predictions


@wrong("?")
def swaps_the_arguments_of_step(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(token, state)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("?")
def puts_start_for_the_first_word(step, state, start, target):
    predictions = []
    for token in [start, *target[1:]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("?")
def samples(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(torch.multinomial(scores.exp(), 1)))
    return predictions


@wrong("?")
def keeps_the_start_token(step, state, start, target):
    predictions = [start]
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("?")
def takes_the_value_for_its_place(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.max()))
    return predictions


@wrong("?")
def steps_twice(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        state = step(state, token)[1]
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("?")
def returns_the_target(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return list(target)


@wrong("?")
def begins_with_the_start_token_of_the_notebook(step, state, start, target):
    predictions = []
    for token in [START, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("?")
def returns_in_the_loop(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
        return predictions


@wrong("?")
def looks_back_from_the_first(step, state, start, target):
    predictions = []
    for i in range(len(target)):
        scores, state = step(state, target[i - 1])
        predictions.append(int(scores.argmax()))
    return predictions
