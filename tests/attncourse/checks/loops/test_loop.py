"""Loops over a decoder: the log of what was fed beside the right one."""

import random

import pytest

from tests.attncourse.checks.toys import CHECKS, refused, said

FORCED = CHECKS["chapter1.forced"]
GREEDY = CHECKS["chapter1.greedy"]


def feeding(tokens):
    """A function that feeds what `tokens` makes of start and target."""

    def forced(step, state, start, target):
        said = []
        for token in tokens(start, target):
            row, state = step(state, token)
            said.append(int(row.argmax()))
        return said

    return forced


@pytest.mark.parametrize(
    ("symptom", "hint", "tokens"),
    [
        (
            "in step 1 you fed 6 (target[0]), not 4 (`start`).\n"
            "  you fed      6, 9\n  expected     4, 6\n"
            "  you returned 4, 2\n  expected     7, 10\n"
            "  case: two tokens (state=(0, 0), start=4, target=(6, 9))",
            "the decoder is fed the very token that it should predict.",
            lambda start, target: target,
        ),
        (
            "in step 2 you fed 4 (fed in the step before, too), not 6",
            "the start token is fed at every step.",
            lambda start, target: [start] * len(target),
        ),
        (
            "in step 2 you fed 9 (target[1]), not 6 (target[0]).",
            "target is fed one step too early.",
            lambda start, target: [start, *target[1:]],
        ),
        (
            "your loop takes 3 steps instead of 2",
            "what ends your loop?",
            lambda start, target: [start, *target],
        ),
        (
            "your loop takes 1 step instead of 2",
            "does a return or a break come too soon?",
            lambda start, target: [start, *target[:-2]],
        ),
    ],
)
def test_the_first_wrong_token_is_named_and_on_request_its_rule(
    symptom, hint, tokens
):
    message = said(feeding(tokens), FORCED)
    assert symptom in message
    assert hint not in message
    assert f"hint: {hint}" in said(feeding(tokens), FORCED, hint=True)


def test_own_predictions_are_told_from_the_truth():
    def free(step, state, start, target):
        said, token = [], start
        for _ in target:
            row, state = step(state, token)
            said.append(token := int(row.argmax()))
        return said

    message = said(free, FORCED, hint=True)
    assert "in step 2 you fed 7 (predicted by the step before)" in message
    assert "hint: the decoder reads its own predictions." in message


def looped(step, state, start, stop, limit, *, pick=lambda row: row.argmax()):
    """The right loop, with another way to pick."""
    tokens, token = [], start
    for _ in range(limit):
        row, state = step(state, token)
        token = int(pick(row))
        if token == stop:
            break
        tokens.append(token)
    return tokens


def test_the_least_likely_token_is_told():
    def least(*inputs):
        return looped(*inputs, pick=lambda row: row.argmin())

    assert "take argmax" in said(least, GREEDY, hint=True)


def test_a_state_that_is_not_passed_on_is_named():
    def stuck(step, state, start, stop, limit):
        return looped(
            lambda _, token: step(state, token), state, start, stop, limit
        )

    message = said(stuck, GREEDY, hint=True)
    assert "in step 2 the state is [0.0, 0.0], but step 1 returned" in message
    assert (
        "hint: pass the state that step returned to the next step." in message
    )


def test_a_loop_without_end_is_ended():
    def endless(step, state, start, stop, limit):
        while True:
            row, state = step(state, start)

    assert "your loop takes over 100 steps" in said(
        lambda step, state, start, stop, limit: looped(
            step, state, start, -1, 10**6
        ),
        GREEDY,
    )
    assert "the start token is fed at every step" in said(
        endless, GREEDY, hint=True
    )


def test_a_typical_mistake_is_named_in_its_words():
    for message, wrong in GREEDY.exercise.mistakes.items():
        assert refused(wrong, GREEDY).seen.hint == message


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("it is empty.", lambda tokens: []),
        ("it lacks tokens at its end: 10.", lambda tokens: tokens[:-1]),
        ("it has extra tokens at its start: 0.", lambda tokens: [0, *tokens]),
        (
            "item 0 is 8, but step 1 predicts 7.",
            lambda tokens: [8, *tokens[1:]],
        ),
        ("its length is 1, not", lambda tokens: [99]),
    ],
)
def test_a_wrong_list_of_right_steps_is_told(message, change):
    def function(step, state, start, target):
        tokens = FORCED.exercise.reference(step, state, start, target)
        return change(tokens)

    assert message in said(function, FORCED), said(function, FORCED)


@pytest.mark.parametrize(
    ("message", "function"),
    [
        ("step was never called", lambda *inputs: [1, 2]),
        ("predictions must be a list of ints", lambda *inputs: {1, 2}),
        ("your function returned None", lambda *inputs: None),
        ("your function raised ZeroDivisionError", lambda *inputs: 1 / 0),
    ],
)
def test_what_cannot_be_compared_is_said_as_it_is(message, function):
    assert message in said(function, FORCED)


def test_a_random_choice_is_named():
    def by_chance(step, state, start, target):
        row, state = step(state, start)
        return [random.randrange(10**9)] * len(target)

    assert "your function makes a random choice" in said(by_chance, FORCED)
