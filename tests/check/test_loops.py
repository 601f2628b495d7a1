"""What is said of a decoder's loop: its calls, its states, its length, its
answer.
"""

import pytest
import torch

from tests.check.replay import check, fed, replay
from tests.check.said import said


def test_the_neutral_loop_is_right():
    check(replay)


def test_an_answer_without_a_step_is_named():
    assert "step was never called" in said(
        check, lambda step, state, tokens: [1]
    )


@pytest.mark.parametrize(("times", "word"), [(2, "twice"), (3, "three times")])
def test_calls_that_pass_states_on_are_counted_in_each_round(times, word):
    tokens = [token for token in (4, 9, 2, 6) for _ in range(times)]
    assert f"step is called {word} for one token: you feed 4, 4" in said(
        check, fed(tokens)
    )


def test_a_last_round_may_be_broken_off():
    assert "step is called twice for one token" in said(
        check, fed([4, 4, 9, 9, 2])
    )


@pytest.mark.parametrize(
    ("forgets", "words"),
    [
        ({0, 1, 2, 3}, "the state never moves"),
        ({0}, "in step 2 the state is not the one that step 1 returned"),
    ],
)
def test_a_state_that_is_not_passed_on_is_named(forgets, words):
    def function(step, state, tokens):
        answer = []
        for i, token in enumerate(tokens):
            row, new = step(state, token)
            state = state if i in forgets else new
            answer.append(int(row.argmax()))
        return answer

    assert words in said(check, function)


@pytest.mark.parametrize(
    ("first", "words"),
    [
        (
            torch.ones(2).double(),
            "the first step got the state [1.0, 1.0], and not [0.0, 0.0]. The "
            "first step must get",
        ),
        (
            torch.zeros(1),
            "got the state tensor([0.]). The first step must get the state "
            "that was passed in",
        ),
    ],
)
def test_a_first_state_of_its_own_is_named(first, words):
    assert words in said(
        check, lambda step, state, tokens: replay(step, first, tokens)
    )


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        (
            [4, 9],
            "your loop ends after 2 of 4 steps, where token 0 was predicted. "
            "The list of tokens ends it.",
        ),
        ([4], "Does a `return` stand inside the loop"),
        ([4, 9, 2, 6, 3], "replay: The list of tokens ends it."),
    ],
)
def test_a_loop_of_another_length_is_named(tokens, words):
    assert words in said(check, fed(tokens))


def test_the_right_tokens_leave_the_list_to_blame():
    assert "replay: seven is returned." in said(check, fed([4, 9, 2, 6], [7]))
    assert (
        "you feed the right tokens, but you leave out 7, 0, 3, predicted in "
        "step 1, 2, 4" in said(check, fed([4, 9, 2, 6], [5]))
    )
    assert "you take the least likely token" in said(check, _least)


def _least(step, state, tokens):
    answer = []
    for token in tokens:
        row, state = step(state, token)
        answer.append(int(row.argmin()))
    return answer
