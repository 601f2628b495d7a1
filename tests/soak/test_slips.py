"""Every slip of every exercise, one of each result: refused, and named as
itself or as one that gives the same; and what no slip explains. Takes minutes.
"""

import pytest
import torch

from tests.attncourse.checks.mutations.test_search import (
    check_named,
    every,
    telling,
)
from tests.attncourse.checks.test_named import check_runs
from tests.attncourse.checks.toys import CHECKS, EXERCISES


def result(exercise, slip) -> tuple:
    """What the slip gives in all cases, to nine digits."""
    parts = []
    for case in exercise.cases:
        values = exercise.trace(exercise.inputs(case), slip.change)
        for name in exercise.returns:
            part = torch.as_tensor(values[name]).double().round(decimals=9)
            parts.append((part.shape, str(part.flatten().tolist())))
    return tuple(parts)


@pytest.mark.parametrize("key", EXERCISES)
def test_every_slip_is_refused_and_named(key):
    exercise = EXERCISES[key]
    made = telling(exercise, every(exercise))
    found = {result(exercise, slip): slip for slip in made}
    assert len(found) > 30
    for slip in found.values():
        check_named(CHECKS[key], slip)


@pytest.mark.parametrize("key", EXERCISES)
def test_a_refusal_takes_few_runs(key, monkeypatch):
    check_runs(key, monkeypatch)
