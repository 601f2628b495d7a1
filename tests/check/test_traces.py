"""What the log of a decoder says of a neutral loop, which feeds the tokens that
it is given.
"""

import pytest
import torch

from attnbook.check.checker import Check
from attnbook.check.decoder import Decoder, case
from attnbook.check.traces import decoding
from tests.check.said import said


def replay(step, state, tokens):
    """The likeliest token after each of the tokens."""
    said = []
    for token in tokens:
        row, state = step(state, token)
        said.append(int(row.argmax()))
    return said


TAKES = {"step": "", "state": "", "tokens": "T"}
check = Check(
    name="replay",
    takes=TAKES,
    returns={"said": "T"},
    reference=replay,
    cases=(case("one", TAKES, state=(0, 0), tokens=(4, 9, 2, 6)),),
    looks=decoding(
        lambda given, expected: given["tokens"],
        lambda trace: [([7] * len(trace.log), "seven is fed.")],
        lambda trace: [([7], "seven is returned.")],
        lambda trace: "The list of tokens ends it.",
    ),
)


def test_the_case_shows_its_arguments():
    assert check.cases[0].says == "one (state=[0, 0], tokens=[4, 9, 2, 6])"
    check(replay)


def fed(tokens, answer=None):
    """An answer that feeds these tokens."""

    def function(step, state, given):
        said = replay(step, state, tokens)
        return said if answer is None else answer

    return lambda step, state, tokens: function(step, state, tokens)


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ([7, 7], "replay: seven is fed."),
        (
            [5, 9, 2, 6],
            "the first token to feed is `start`, which is 4 in this case: you "
            "fed 5",
        ),
        ([4, 9, 5, 6], "in step 3 you fed 5, and not 2."),
        (
            [4, 7, 2, 6],
            "in step 2 you fed 7, your own prediction of the step before, and "
            "not 9.",
        ),
        ([4, 4, 9, 9, 2, 2, 6, 6], "step is called twice for one token"),
        (
            [4, 9],
            "your loop ends after 2 of 4 steps, where token 0 was predicted. "
            "The list of tokens ends it.",
        ),
        ([4], "Does a `return` stand inside the loop"),
        ([4, 9, 2, 6, 3], "replay: The list of tokens ends it."),
    ],
)
def test_the_first_wrong_token_is_named(tokens, words):
    assert words in said(check, fed(tokens))


def test_what_was_fed_is_shown_past_the_first_difference():
    assert said(check, fed([4, 9, 5, 6])).splitlines()[2:4] == [
        "  you fed  4, 9, 5, 6",
        "  expected 4, 9, 2, 6",
    ]
    assert said(check, fed([4, 9])).splitlines()[2:4] == [
        "  you fed  4, 9, nothing more",
        "  expected 4, 9, 2, 6",
    ]
    longer = said(check, fed([4, 9, 2, 6, 3])).splitlines()[2:4]
    assert longer == [
        "  you fed  4, 9, 2, 6, 3",
        "  expected 4, 9, 2, 6, nothing more",
    ]


def test_a_wrong_pick_is_named_only_if_every_token_is_one():
    least = 4
    tokens = [least]
    decoder, state = Decoder(), torch.zeros(2).double()
    for _ in range(3):
        row, state = decoder.step(state, tokens[-1])
        tokens.append(int(row.argmin()))
    assert "you feed the least likely token" in said(check, fed(tokens))
    assert f"in step 2 you fed {tokens[1]}, and not 9" in said(
        check, fed([*tokens[:3], (tokens[3] + 1) % 11])
    )


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


def test_asking_each_step_twice_hides_no_other_mistake():
    def function(step, state, tokens):
        answer = []
        for token in [4, 9, 5, 6]:
            answer.append(int(step(state, token)[0].argmax()))
            state = step(state, token)[1]
        return answer

    assert "in step 3 you fed 5, and not 2." in said(check, function)


def test_an_answer_without_a_step_is_named():
    assert "step was never called" in said(
        check, lambda step, state, tokens: [1]
    )


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


@pytest.mark.parametrize(("times", "word"), [(2, "twice"), (3, "three times")])
def test_calls_that_pass_states_on_are_counted_in_each_round(times, word):
    tokens = [token for token in (4, 9, 2, 6) for _ in range(times)]
    assert f"step is called {word} for one token: you feed 4, 4" in said(
        check, fed(tokens)
    )


@pytest.mark.parametrize("times", [2, 3])
def test_calls_from_one_state_are_no_mistake(times, capsys):
    def function(step, state, tokens):
        answer = []
        for token in tokens:
            rounds = [step(state, token) for _ in range(times)]
            answer.append(int(rounds[0][0].argmax()))
            state = rounds[-1][1]
        return answer

    check(function)
    assert "right" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ([4, 4, 9, 9, 2], "step is called twice for one token"),
        ([4, 8, 8, 8], "the same token, 8, is fed at every step"),
        ([4, 6, 2, 9], "replay: in step 2 you fed 6"),
        ([1, 2, 3, 4], "you feed the positions 0, 1, 2"),
    ],
)
def test_the_rule_that_all_tokens_follow_is_named(tokens, words):
    assert words in said(check, fed(tokens))


def test_a_row_that_was_refused_is_judged_by_what_was_fed_before():
    assert "in step 3 you fed 5, and not 2." in said(
        check, fed([4, 9, 5, "chien"])
    )
    assert "in step 3 step(state, token) got 'chien' as the token" in said(
        check, fed([4, 9, "chien"])
    )
