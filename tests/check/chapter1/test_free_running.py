"""Greedy search: right answers written otherwise, and cases in which shortcuts
show.
"""

import pytest

from attnbook.check.chapter1 import greedy
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


def test_the_cases_know_no_name_of_the_notebook():
    """No case starts with the notebook's start token or ends with its stop
    token; decoders predict both on the way.
    """
    cases = [case.make() for case in greedy.cases]
    assert all(
        case["start"] != START and case["stop"] != STOP for case in cases
    )
    assert any(
        {START, STOP} <= set(greedy.reference(**case)[1:-1]) for case in cases
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
