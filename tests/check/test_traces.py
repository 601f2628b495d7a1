"""What the log of a decoder shows, each round of the loop once."""

import pytest

from tests.check.replay import check, fed
from tests.check.said import said


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


def test_asking_each_step_twice_hides_no_other_mistake():
    def function(step, state, tokens):
        answer = []
        for token in [4, 9, 5, 6]:
            answer.append(int(step(state, token)[0].argmax()))
            state = step(state, token)[1]
        return answer

    assert "in step 3 you fed 5, and not 2." in said(check, function)


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
