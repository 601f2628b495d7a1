"""The decoder of the cases, and what its log says of a neutral loop: feed the token read two steps before."""

import pytest
import torch

from attnbook.check.checker import Check
from attnbook.check.traces import Decoder, case, decoding
from tests.check.said import said

FIRST = torch.zeros(2, dtype=torch.float64)


def test_the_decoder_is_its_formula():
    """y_t = (3 y_{t-1} + 2 t + r) mod 11, r the sum of what was read, worked out by hand from 4."""
    decoder, state, token, tokens = Decoder(), FIRST, 4, []
    for _ in range(5):
        row, state = decoder.step(state, token)
        torch.testing.assert_close(row.exp().sum(), torch.tensor(1.0, dtype=torch.float64))
        token = int(row.argmax())
        tokens.append(token)
    assert tokens == [7, 3, 7, 6, 0]
    assert state.tolist() == [5.0, 4 + 7 + 3 + 7 + 6]
    assert [step.token for step in decoder.log] == [4, 7, 3, 7, 6]


def test_a_step_changes_nothing_that_it_was_given():
    Decoder().step(FIRST, 4)
    assert FIRST.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("token", [11, -1, 2.5, "chien", None, torch.zeros(2, dtype=torch.long)], ids=repr)
def test_what_is_no_token_is_shown(token):
    with pytest.raises(AssertionError, match="as the token. A token is an int, 0 to 10") as failure:
        Decoder().step(FIRST, token)
    assert repr(token) in str(failure.value)


@pytest.mark.parametrize(
    ("state", "token", "words"),
    [
        (4, FIRST, "the arguments of step are swapped"),
        (torch.zeros(11), 4, "got log-probabilities in place of the state"),
        (None, 4, "got the state None"),
        (FIRST, torch.zeros(11), "got log-probabilities as the token"),
    ],
)
def test_what_stands_in_the_place_of_state_or_token_is_named(state, token, words):
    with pytest.raises(AssertionError, match=words):
        Decoder().step(state, token)


def test_a_loop_without_end_is_ended():
    decoder = Decoder()
    with pytest.raises(AssertionError, match=r"more than 100 times: you fed 4, 4, 4, 4, 4 \.\.\. What ends the loop"):
        while True:
            decoder.step(FIRST, 4)


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
        ([5, 9, 2, 6], "the first token to feed is `start`, which is 4 in this case: you fed 5"),
        ([4, 9, 5, 6], "in step 3 you fed 5, and not 2."),
        ([4, 7, 2, 6], "in step 2 you fed 7, your own prediction of the step before, and not 9."),
        ([4, 4, 9, 9, 2, 2, 6, 6], "step is called twice for one token"),
        ([4, 9], "your loop ends after 2 of 4 steps, where 0 was predicted. The list of tokens ends it."),
        ([4], "Does a `return` stand inside the loop"),
        ([4, 9, 2, 6, 3], "replay: The list of tokens ends it."),
    ],
)
def test_the_first_wrong_token_is_named(tokens, words):
    assert words in said(check, fed(tokens))


def test_what_was_fed_is_shown_past_the_first_difference():
    assert said(check, fed([4, 9, 5, 6])).splitlines()[2:4] == ["  you fed  4, 9, 5, 6", "  expected 4, 9, 2, 6"]
    assert said(check, fed([4, 9])).splitlines()[2:4] == ["  you fed  4, 9, nothing more", "  expected 4, 9, 2, 6"]
    longer = said(check, fed([4, 9, 2, 6, 3])).splitlines()[2:4]
    assert longer == ["  you fed  4, 9, 2, 6, 3", "  expected 4, 9, 2, 6, nothing more"]


def test_a_wrong_pick_is_named_only_if_every_token_is_one():
    least = 4
    tokens = [least]
    decoder, state = Decoder(), FIRST
    for _ in range(3):
        row, state = decoder.step(state, tokens[-1])
        tokens.append(int(row.argmin()))
    assert "you feed the least likely token" in said(check, fed(tokens))
    assert f"in step 2 you fed {tokens[1]}, and not 9" in said(check, fed([*tokens[:3], (tokens[3] + 1) % 11]))


def test_the_right_tokens_leave_the_list_to_blame():
    assert "replay: seven is returned." in said(check, fed([4, 9, 2, 6], [7]))
    assert "you feed the right tokens, but you leave out 7, 0, 3, predicted in step 1, 2, 4" in said(
        check, fed([4, 9, 2, 6], [5])
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
    [({0, 1, 2, 3}, "the state never moves"), ({0}, "in step 2 the state is not the one that step 1 returned")],
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
    assert "step was never called" in said(check, lambda step, state, tokens: [1])
