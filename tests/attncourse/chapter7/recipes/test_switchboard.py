"""The board of switches, made small."""

import math
from dataclasses import replace

import pytest

from attnbook.train import loop, sequences
from attncourse.chapter7.recipes.switchboard import (
    BOARD,
    ON,
    Variant,
)
from tests.attncourse.chapter7.recipes.toys import FEW
from tests.attncourse.chapter7.recipes.toys import SWITCHBOARD as SMALL


def test_a_training_is_watched_from_before_its_first_step():
    moments, diverged = SMALL.watched(Variant(ON))
    assert [moment["step"] for moment in moments] == [0, 2, 4]
    assert not diverged
    assert [moment["train"] is None for moment in moments] == [1, 0, 0]
    assert {len(moment["cosines"]) for moment in moments} == {4}
    spell, _, check = SMALL.data()
    fresh = SMALL.fresh(len(spell), Variant(ON))
    wanted = loop.evaluate(fresh, [check], sequences.real_loss)
    assert moments[0]["loss"] == pytest.approx(wanted)


def test_a_run_that_diverges_stops_and_says_so():
    wild = replace(SMALL, settings=replace(FEW, rate=1e30))
    moments, diverged = wild.watched(Variant(ON))
    assert diverged
    assert len(moments) < 3
    assert all(math.isfinite(moment["loss"]) for moment in moments)


def test_switches_change_the_model_and_nothing_else():
    (first,) = {SMALL.fresh(201, Variant(f)).config for f in BOARD[:2]}
    assert (first.norm, first.hidden, first.residual) == ("post", 12, True)
    off = SMALL.fresh(201, Variant((False,) * 4, "batch")).config
    assert (off.norm, off.hidden, off.residual) == ("pre", 0, False)
    assert off.normalisation == "batch"
