"""The learning rate at every step, by closed forms."""

import math
from itertools import pairwise

import pytest
import torch
from torch.optim import lr_scheduler

from attnbook.train.schedule import SCHEDULES, constant, cosine, linear, noam

STEPS, WARMUP = 101, 11
each = pytest.mark.parametrize("schedule", SCHEDULES.values(), ids=[*SCHEDULES])


@each
def test_the_warm_up_is_a_line_to_one(schedule):
    rates = [schedule(step, STEPS, WARMUP) for step in range(WARMUP)]
    line = [(step + 1) / WARMUP for step in range(WARMUP)]
    assert rates == pytest.approx(line)


@each
def test_after_the_warm_up_it_only_falls_but_for_the_constant(schedule):
    rates = [schedule(step, STEPS, WARMUP) for step in range(WARMUP, STEPS + 1)]
    if schedule is constant:
        assert set(rates) == {1}
    else:
        assert all(after < before for before, after in pairwise(rates))
    assert max(rates) <= 1


@pytest.mark.parametrize("schedule", [cosine, linear])
def test_half_way_down_is_one_half_and_the_end_is_zero(schedule):
    assert schedule(WARMUP, STEPS, WARMUP) == 1
    assert schedule((STEPS + WARMUP) // 2, STEPS, WARMUP) == pytest.approx(0.5)
    for step in (STEPS, STEPS + 1000):
        assert schedule(step, STEPS, WARMUP) == pytest.approx(0, abs=1e-15)
    rates = [schedule(step, 6, 5) for step in (4, 5, 6)]
    assert rates == pytest.approx([1, 1, 0], abs=1e-15)


@pytest.mark.parametrize(
    ("ours", "torchs"),
    [
        (cosine, lambda x: lr_scheduler.CosineAnnealingLR(x, STEPS)),
        (linear, lambda x: lr_scheduler.LinearLR(x, 1.0, 1e-300, STEPS)),
    ],
    ids=["cosine", "linear"],
)
def test_without_warm_up_they_are_torchs(ours, torchs):
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=1.0)
    theirs = torchs(optimizer)
    for step in range(STEPS):
        assert ours(step, STEPS, 0) == pytest.approx(theirs.get_last_lr()[0])
        optimizer.step()
        theirs.step()


def test_noam_is_the_formula_of_the_paper_but_for_its_height():
    """D^-0.5 min(n^-0.5, n W^-1.5), with n from 1, divided by its value at n =
    W.
    """
    D = 512

    def paper(n):
        return D**-0.5 * min(n**-0.5, n * WARMUP**-1.5)

    for step in range(STEPS):
        wanted = paper(step + 1) / paper(WARMUP)
        assert noam(step, STEPS, WARMUP) == pytest.approx(wanted)


@each
def test_no_warm_up_and_no_steps_give_numbers_too(schedule):
    assert schedule(0, STEPS, 0) == 1
    assert math.isfinite(schedule(5, 5, 5))
