"""What is said of tokens that should not have been fed, by rule and one by
one.
"""

import pytest
import torch

from attnbook.check.decoder import Decoder
from tests.check.replay import check, fed
from tests.check.said import said


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
    ],
)
def test_the_first_wrong_token_is_named(tokens, words):
    assert words in said(check, fed(tokens))


@pytest.mark.parametrize(
    ("tokens", "words"),
    [
        ([4, 8, 8, 8], "the same token, 8, is fed at every step"),
        ([4, 6, 2, 9], "replay: in step 2 you fed 6"),
        ([1, 2, 3, 4], "you feed the positions 0, 1, 2"),
    ],
)
def test_the_rule_that_all_tokens_follow_is_named(tokens, words):
    assert words in said(check, fed(tokens))


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


def test_a_row_that_was_refused_is_judged_by_what_was_fed_before():
    assert "in step 3 you fed 5, and not 2." in said(
        check, fed([4, 9, 5, "chien"])
    )
    assert "in step 3 step(state, token) got 'chien' as the token" in said(
        check, fed([4, 9, "chien"])
    )
