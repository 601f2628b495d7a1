"""The decoder of the cases: its arithmetic, and what it says of a call that it
cannot answer.
"""

import pytest
import torch

from attncourse.checks.calling.calls import Stopped
from attncourse.checks.loops.decoder import Decoder

FIRST = torch.zeros(2, dtype=torch.float64)


def test_the_decoder_is_its_formula():
    """y_t = (3 y_{t-1} + 2 t + r) mod 11, r the sum of what was read, worked
    out by hand from 4.
    """
    decoder, state, token, tokens = Decoder(), FIRST, 4, []
    for _ in range(5):
        row, state = decoder.step(state, token)
        torch.testing.assert_close(
            row.exp().sum(), torch.tensor(1.0, dtype=torch.float64)
        )
        token = int(row.argmax())
        tokens.append(token)
    assert tokens == [7, 3, 7, 6, 0]
    assert state.tolist() == [5.0, 4 + 7 + 3 + 7 + 6]
    assert [step.token for step in decoder.log] == [4, 7, 3, 7, 6]


@pytest.mark.parametrize(
    "token",
    [11, -1, 2.5, "chien", None, torch.zeros(2, dtype=torch.long)],
    ids=repr,
)
def test_what_is_no_token_is_shown(token):
    with pytest.raises(
        Stopped, match="as the token. A token is an int from 0 to 10"
    ) as failure:
        Decoder().step(FIRST, token)
    assert repr(token) in str(failure.value)


@pytest.mark.parametrize(
    ("state", "token", "words"),
    [
        (4, FIRST, "the arguments of step are swapped"),
        (torch.zeros(11), 4, "got log-probabilities instead of the state"),
        (None, 4, "got the state None"),
        (FIRST, torch.zeros(11), "got log-probabilities as the token"),
    ],
)
def test_what_stands_instead_of_state_or_token_is_named(state, token, words):
    with pytest.raises(Stopped, match=words):
        Decoder().step(state, token)
