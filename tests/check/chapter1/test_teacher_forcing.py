"""Teacher forcing: right answers written otherwise, and cases in which
shortcuts show.
"""

import pytest

from attnbook.check.chapter1 import forced
from tests.check.said import said

START, STOP = 0, 1  # as in the notebook


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
    """No case starts with the notebook's start token; decoders predict it and
    the stop token on the way.
    """
    cases = [case.make() for case in forced.cases]
    assert all(case["start"] != START for case in cases)
    assert any(
        {START, STOP} <= set(forced.reference(**case)[1:-1]) for case in cases
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
