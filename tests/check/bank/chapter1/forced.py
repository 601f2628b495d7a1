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
    return [
        int(step(state, token)[0].argmax()) for token in [start, *target[:-1]]
    ]


@wrong("you take the least likely token: take argmax, not argmin")
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


@wrong("in step 2 you fed 7, your own prediction of the step before, and not 6")
def feeds_its_first_prediction(step, state, start, target):
    predictions, token = [], start
    for i in range(len(target)):
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
        token = predictions[0] if i == 0 else target[i]
    return predictions


@wrong(
    "your loop ends after 3 of 6 steps, where token 1 was predicted. Only the "
    "end of the target ends it"
)
def stops_at_the_stop_token_of_the_notebook(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
        if predictions[-1] == STOP:
            break
    return predictions


@wrong("the arguments of step are swapped")
def swaps_the_arguments_of_step(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(token, state)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("the decoder sees the answer")
def puts_start_for_the_first_word(step, state, start, target):
    predictions = []
    for token in [start, *target[1:]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("a random choice was made")
def samples(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(torch.multinomial(scores.exp(), 1)))
    return predictions


@wrong("the start token is part of your answer")
def keeps_the_start_token(step, state, start, target):
    predictions = [start]
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("max gives the value, argmax its position")
def takes_the_value_for_its_place(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.max()))
    return predictions


@wrong("step is called twice for one token")
def steps_twice(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        state = step(state, token)[1]
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("you return the target")
def returns_the_target(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return list(target)


@wrong("the first token to feed is `start`, which is 4 in this case: you fed 0")
def begins_with_the_start_token_of_the_notebook(step, state, start, target):
    predictions = []
    for token in [START, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("Does a `return` stand inside the loop")
def returns_in_the_loop(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
        return predictions


@wrong("target[i - 1] is target[-1] where i = 0")
def looks_back_from_the_first(step, state, start, target):
    predictions = []
    for i in range(len(target)):
        scores, state = step(state, target[i - 1])
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("one step late: the first 2 steps get start")
def feeds_start_twice(step, state, start, target):
    predictions = []
    for token in [start, start, *target][: len(target)]:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("must hold plain int: item 0 is bool")
def says_whether_it_is_right(step, state, start, target):
    predictions = []
    for token, true in zip([start, *target], target, strict=False):
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()) == true)
    return predictions


@wrong("you return the tokens that you fed")
def returns_what_it_fed(step, state, start, target):
    fed = [start, *target[:-1]]
    for token in fed:
        scores, state = step(state, token)
    return fed


@wrong("you return the last prediction alone")
def keeps_the_last_alone(step, state, start, target):
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        predictions = [int(scores.argmax())]
    return predictions


@wrong("you feed the positions 0, 1, 2, ...")
def feeds_positions(step, state, start, target):
    predictions = []
    for t in range(len(target)):
        scores, state = step(state, t)
        predictions.append(int(scores.argmax()))
    return predictions


def replay(step, state, tokens):
    """What most of the answers below get right."""
    predictions = []
    for token in tokens:
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("The first step must get the state that was passed in")
def begins_with_a_state_of_its_own(step, state, start, target):
    return replay(step, torch.zeros(1), [start, *target[:-1]])


@wrong(
    "the first step got the state [0.0, 0.0], and not [2.0, 5.0]. The first "
    "step must get the state that was passed in"
)
def begins_with_zeros(step, state, start, target):
    return replay(step, torch.zeros_like(state), [start, *target[:-1]])


@wrong("step is called twice for one token: you feed 4, 4, 6, 6")
def asks_for_the_row_with_the_new_state(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        state = step(state, token)[1]
        predictions.append(int(step(state, token)[0].argmax()))
    return predictions


@wrong("you feed the target backwards.")
def feeds_backwards(step, state, start, target):
    return replay(step, state, [start, *target[:0:-1]])


@wrong("what you feed comes one step late: the first 2 steps get start.")
def steps_once_before_the_loop(step, state, start, target):
    scores, state = step(state, start)
    return replay(step, state, [start, *target[:-1]])


@wrong(
    "this fits the first place of each token. Is a place looked up by its value"
)
def looks_a_token_up_by_its_value(step, state, start, target):
    places = [target.index(token) for token in target]
    return replay(
        step, state, [target[place - 1] if place else start for place in places]
    )


@wrong("start stands for 0. Is 0 taken for nothing")
def takes_zero_for_nothing(step, state, start, target):
    return replay(
        step, state, [start, *(token or start for token in target[:-1])]
    )


@wrong("you sort the predictions, each once")
def returns_a_set(step, state, start, target):
    return list(set(replay(step, state, [start, *target[:-1]])))


@wrong("you return 1 for a right prediction and 0 for a wrong one")
def counts_hits(step, state, start, target):
    predictions = replay(step, state, [start, *target[:-1]])
    return [int(a == b) for a, b in zip(predictions, target, strict=True)]


@wrong("your loop takes 8 steps, and not 6")
def feeds_start_at_both_ends(step, state, start, target):
    return replay(step, state, [start, *target, start])


@wrong(
    "IndexError: list index out of range\n  at the line: token = target[i + 1]"
)
def looks_past_the_end(step, state, start, target):
    predictions, token = [], start
    for i in range(len(target)):
        scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
        token = target[i + 1]
    return predictions


@wrong(
    "got [6, 10, 2, 3, 8, 9] as the token. A token is an int, 0 to 10, one at "
    "each step."
)
def feeds_the_whole_target(step, state, start, target):
    return replay(step, state, [target])


@wrong(
    "in step 3 the state is not the one that step 2 returned, but the first "
    "one again"
)
def goes_back_to_the_first_state(step, state, start, target):
    predictions, first = [], state
    for i, token in enumerate([start, *target[:-1]]):
        scores, state = step(first if i == 2 else state, token)
        predictions.append(int(scores.argmax()))
    return predictions


@wrong(
    "Your own code raises it. No error is wanted in this case, but an answer."
)
def asserts_that_all_is_right(step, state, start, target):
    predictions = replay(step, state, [start, *target[:-1]])
    assert predictions == target
    return predictions


@wrong("step 2 predicts 301: is it argmax over the whole row")
def forbids_start_among_the_predictions(step, state, start, target):
    predictions = []
    for token in [start, *target[:-1]]:
        scores, state = step(state, token)
        scores[start] = float("-inf")
        predictions.append(int(scores.argmax()))
    return predictions


@wrong("step 1 predicts 285: is it argmax over the whole row, kept as it is?")
def keeps_bytes(step, state, start, target):
    return [
        prediction % 256
        for prediction in replay(step, state, [start, *target[:-1]])
    ]


@wrong("you feed the whole beginning again for each prediction")
def begins_again_with_the_old_state(step, state, start, target):
    predictions = []
    for i in range(len(target)):
        for token in [start, *target[:i]]:
            scores, state = step(state, token)
        predictions.append(int(scores.argmax()))
    return predictions
