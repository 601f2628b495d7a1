"""A check of one number: all answers together, arguments, odd answers."""

from fractions import Fraction

import pytest
import torch

from attnbook.check.links import alignment_error_rate
from tests.check.said import said


def rate(found, sure, possible):
    """The right answer."""
    right = len(found & sure) + len(found & possible)
    return 1 - right / (len(found) + len(sure))


def test_a_fraction_is_a_number(capsys):
    def exact(found, sure, possible):
        right = len(found & sure) + len(found & possible)
        return 1 - Fraction(right, len(found) + len(sure))

    alignment_error_rate(exact)
    assert "right" in capsys.readouterr().out


@pytest.mark.parametrize("odd", ["0.5", True, (0.5, 1.0), {0.5}])
def test_what_is_no_number_is_named(odd):
    message = said(alignment_error_rate, lambda *given: odd)
    assert f"one plain number: yours returned {type(odd).__name__}" in message


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_argument_that_has_no_effect_is_named(place):
    name = ("found", "sure", "possible")[place]
    fixed = {(0, 0), (1, 2), (7, 7)}

    def blind(*given):
        sets = list(given)
        sets[place] = fixed
        return rate(*sets)

    message = said(alignment_error_rate, blind)
    assert f"{name} has no effect on your rate." in message


def test_an_argument_that_is_changed_is_named():
    def grows(found, sure, possible):
        sure.add((9, 9))
        return rate(found, sure, possible)

    assert "changes its argument sure" in said(alignment_error_rate, grows)


def test_digits_are_shown_until_the_difference_is_seen():
    def near(*given):
        return rate(*given) + 2e-6

    message = said(alignment_error_rate, near)
    assert "is it rounded?" in message
    assert "expected rate: 0\n  found    rate: 2e-06" in message


def test_parameters_may_have_other_names(capsys):
    alignment_error_rate(lambda a, s, p: rate(a, s, p))
    assert "right" in capsys.readouterr().out


def test_a_rate_may_be_computed_in_single_precision(capsys):
    alignment_error_rate(
        lambda *links: torch.tensor(float(rate(*links))).item()
    )
    assert "right" in capsys.readouterr().out
