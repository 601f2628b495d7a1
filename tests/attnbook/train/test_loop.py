"""The loop learns, keeps the best, and a run that was killed ends as if it had
not been.
"""

import os
import re
from dataclasses import replace

import pytest
import torch

from attnbook.train import loop
from tests.attnbook.train.toys import (
    AVERAGED,
    SETTINGS,
    VALIDATION,
    Killed,
    Regression,
    assert_equal,
    dies_after,
    fit,
    squared,
)
from tests.toys import refused


def test_it_learns_and_keeps_the_weights_of_the_best_epoch():
    model, history = fit(settings=replace(SETTINGS, epochs=30))
    losses = [row["validation"] for row in history]
    assert losses[-1] < losses[0] / 10
    assert loop.evaluate(model.eval(), VALIDATION, squared) == min(losses)


@pytest.mark.parametrize("settings", [SETTINGS, AVERAGED], ids=["", "average"])
@pytest.mark.parametrize("steps", range(21))
def test_a_run_that_dies_at_any_step_goes_on_with_the_same_losses(
    tmp_path, steps, settings
):
    """All 21 steps of 3 epochs; checkpoints are written every 2 steps and after
    each epoch.
    """
    whole, history = fit(settings=settings)
    with pytest.raises(Killed):
        fit(settings=settings, folder=tmp_path, loss=dies_after(steps))
    torch.rand(3)  # whatever else drew numbers between
    resumed, same = fit(settings=settings, folder=tmp_path)
    assert same == history
    assert_equal(resumed, whole)


def test_a_finished_run_is_not_trained_again_and_says_so(tmp_path, capsys):
    model, history = fit(folder=tmp_path)
    again, same = fit(folder=tmp_path, loss=dies_after(0), progress=True)
    assert same == history
    assert_equal(again, model)
    said = f"this run was finished before: {tmp_path}"
    assert said in capsys.readouterr().err


def test_evaluate_switches_dropout_off_and_restores_the_mode():
    model = Regression().train()
    model.line.weight.data.fill_(1.0)
    first, second = (
        loop.evaluate(model, VALIDATION, squared) for _ in range(2)
    )
    assert first == second
    assert model.training
    assert not any(p.grad is not None for p in model.parameters())


def test_no_data_is_refused_before_anything_is_trained():
    with refused("cannot train on 0 batches"):
        fit(batches=lambda _: [])
    with refused("cannot evaluate on 0 batches"):
        loop.evaluate(Regression(), [], squared)
    with refused("cannot validate on 0 batches"):
        fit(loss=dies_after(0), validation=[])


def test_two_runs_in_one_folder_are_refused_by_the_name_of_the_other(tmp_path):
    """The second one starts in the middle of the first."""

    def loss(model, batch):
        if model.training:
            with refused(
                f"another run is at work in {tmp_path}: process {os.getpid()}"
            ):
                fit(folder=tmp_path)
        return squared(model, batch)

    fit(folder=tmp_path, settings=replace(SETTINGS, epochs=1), loss=loss)


def test_the_readers_own_random_numbers_are_left_alone():
    model = Regression()
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    fit(model)
    assert torch.equal(torch.rand(3), expected)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_a_run_on_cuda_that_dies_goes_on_with_the_same_losses(tmp_path):
    _, history = fit(Regression().cuda())
    with pytest.raises(Killed):
        fit(Regression().cuda(), folder=tmp_path, loss=dies_after(9))
    assert fit(Regression().cuda(), folder=tmp_path)[1] == history


def test_the_bar_shows_epoch_and_loss_and_starts_where_it_was(tmp_path, capsys):
    one = {"settings": replace(SETTINGS, epochs=1), "folder": tmp_path}
    with pytest.raises(Killed):
        fit(**one, loss=dies_after(5))
    fit(**one, progress=True)
    shown = capsys.readouterr().err
    assert "| 4/7 " in shown.split("\r")[1]
    assert "epoch 1/1" in shown and "loss=" in shown


def test_the_time_left_includes_what_comes_later(capsys):
    fit(later=90_000.0, progress=True)
    shown = re.findall(r"whole_run_at_most=(\d+):", capsys.readouterr().err)
    assert {*shown} == {"25"}


@pytest.mark.parametrize("steps", [21, 22])
def test_a_warm_up_that_does_not_end_says_so(steps, capsys):
    """Three epochs of seven batches: with 21 the last step has the rate."""
    fit(settings=replace(SETTINGS, warmup=steps), progress=True)
    said = (
        "the warm-up, 22 steps, is longer than the training, 21: the rate "
        "stays below 0.05"
    )
    assert (said in capsys.readouterr().err) == (steps > 21)
