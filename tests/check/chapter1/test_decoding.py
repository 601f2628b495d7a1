"""The checks of chapter 1: right answers written otherwise, and cases in which
shortcuts show.
"""

import pytest

from attnbook.check.chapter1 import forced, greedy
from tests.check.said import said

START, STOP = 0, 1  # as in the notebook


def loop(step, state, start, stop, limit):
    """A right answer to `greedy`, written otherwise than the reference."""
    tokens = []
    while len(tokens) < limit:
        scores, state = step(state, (tokens or [start])[-1])
        token = scores.argmax().item()
        if token == stop:
            return tokens
        tokens.append(token)
    return tokens


def test_a_right_answer_written_otherwise_passes(capsys):
    greedy(loop)
    assert "right in all 6 cases" in capsys.readouterr().out


def test_calling_step_twice_from_one_state_is_no_mistake(capsys):
    def wasteful(step, state, start, target):
        predictions = []
        for token in [start, *target[:-1]]:
            predictions.append(int(step(state, token)[0].argmax()))
            state = step(state, token)[1]
        return predictions

    forced(wasteful)
    assert "right" in capsys.readouterr().out


def test_the_cases_know_no_name_of_the_notebook():
    """No case starts with the notebook's start token or ends with its stop
    token; decoders predict both on the way.
    """
    for check in (forced, greedy):
        cases = [case.make() for case in check.cases]
        assert all(
            case["start"] != START and case.get("stop") != STOP
            for case in cases
        )
        assert any(
            {START, STOP} <= set(check.reference(**case)[1:-1])
            for case in cases
        )


@pytest.mark.parametrize("step", range(5))
def test_feeding_one_prediction_of_its_own_is_refused_at_every_step(step):
    def once(step_, state, start, target):
        predictions, token = [], start
        for i in range(len(target)):
            scores, state = step_(state, token)
            predictions.append(int(scores.argmax()))
            token = predictions[i] if i == step else target[i]
        return predictions

    assert "your own prediction of the step before, and not" in said(
        forced, once
    )


@pytest.mark.parametrize("limit", [20, 7, 3])
def test_a_limit_of_its_own_is_refused(limit):
    assert "your loop" in said(
        greedy,
        lambda step, state, start, stop, _: loop(
            step, state, start, stop, limit
        ),
    )


def test_unknown_wrong_values_are_shown_beside_the_expected_ones():
    def odd(*given):
        loop(*given)
        return [7, 7]

    assert said(greedy, odd).splitlines()[-2:] == [
        "  expected tokens: [7, 3, 7, 6, 0, 6, 10, 1, 10]",
        "  found    tokens: [7, 7]",
    ]
