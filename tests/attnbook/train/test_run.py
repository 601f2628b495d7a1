"""What a step changes, what ends a run, and whose checkpoints it takes."""

from dataclasses import replace
from unittest.mock import Mock, call

import pytest
import torch
from torch import nn
from torch.nn.utils import get_total_norm as norm
from torch.optim.optimizer import register_optimizer_step_pre_hook

from attnbook.train import identity
from attnbook.train.run import DivergedError
from attnbook.train.settings import Plateau
from tests.attnbook.train.toys import (
    AVERAGED,
    SETTINGS,
    SIGNAL,
    WANTED,
    assert_equal,
    fit,
    shuffled,
    squared,
)
from tests.toys import refused


def test_the_train_loss_of_an_epoch_is_the_mean_over_its_tokens():
    """With a rate of zero every batch costs what it costs at the start; the
    counts differ.
    """

    def batches(_):
        return [1, 2, 4]

    def loss(model, count):
        return model.line.bias.sum() + 3.0 * count**2, count

    settings = replace(SETTINGS, epochs=1, rate=0.0)
    _, (row,) = fit(
        settings=settings, loss=loss, batches=batches, validation=[1]
    )
    assert row["train"] == pytest.approx(3.0 * (1 + 4 + 16) / (1 + 2 + 4))
    assert row["validation"] == 3.0


@pytest.mark.parametrize("settings", [SETTINGS, AVERAGED], ids=["", "average"])
def test_a_batch_in_which_nothing_is_asked_is_no_step(settings):
    """Wherever it stands, also as the first."""
    settings = replace(settings, schedule="constant")

    def loss(model, batch):
        if batch is None:
            return 0.0 * model.line.bias.sum(), 0
        return squared(model, batch)

    def with_gaps(generator):
        drawn = shuffled(generator)
        return [None, *drawn[:3], None, None, *drawn[3:]]

    plain, history = fit(settings=settings)
    model, same = fit(settings=settings, batches=with_gaps, loss=loss)
    assert same == history
    assert_equal(model, plain)
    with refused("nothing was asked in the 2 batches of epoch 1"):
        fit(loss=loss, batches=lambda _: [None, None])
    with refused("nothing is asked in 1 batches"):
        fit(loss=loss, validation=[None])


def test_the_optimizer_sees_clipped_gradients():
    def largest(clip):
        seen = []
        hook = register_optimizer_step_pre_hook(
            lambda optimizer, *_: seen.append(
                norm([p.grad for p in optimizer.param_groups[0]["params"]])
            )
        )
        fit(settings=replace(SETTINGS, clip=clip))
        hook.remove()
        return float(max(seen))

    assert largest(1e9) > 1
    assert largest(0.01) <= 0.01


def test_the_rate_follows_the_schedule():
    """The first step of Adam moves every weight by the rate; with warm-up 4 the
    first step takes a quarter.
    """
    settings = replace(SETTINGS, epochs=1, warmup=4)
    model, _ = fit(settings=settings, batches=lambda g: shuffled(g)[:1])
    moved = abs(model.line.bias.item())
    assert moved == pytest.approx(SETTINGS.rate / 4, rel=1e-4)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_loss_that_is_no_number_stops_the_run(bad):
    """In validation it would else count as an epoch without progress, and the
    first weights would be returned.
    """

    def loss(model, batch):
        total, count = squared(model, batch)
        return total * bad, count

    with refused(f"the loss is {bad} at step 0: lower the", DivergedError):
        fit(loss=loss)
    says = f"the validation loss is {bad} after epoch 1: lower the rate"
    with refused(says, DivergedError):
        fit(validation_loss=lambda *_: (torch.tensor(bad), 1))


def test_it_stops_when_validation_gets_no_better():
    """The validation loss rises from the start: the first epoch stays the best
    one.
    """
    calls = iter(range(1, 100))
    settings = replace(SETTINGS, epochs=20, patience=3)
    model, history = fit(
        settings=settings,
        validation_loss=lambda *_: (torch.tensor(float(next(calls))), 1),
    )
    assert [row["validation"] for row in history] == [1, 2, 3, 4]
    first, _ = fit(
        settings=replace(settings, patience=1),
        validation_loss=lambda *_: (torch.ones(()), 1),
    )
    assert_equal(model, first)


def test_on_a_plateau_the_rate_is_halved_and_then_it_stops():
    """A loss that falls by too little is a plateau; the best is kept."""
    wanted = [5, 4, 3.95, 3.9, 3, 2.99, 2.98]
    losses, rates = iter(wanted), []
    settings = Plateau(rate=0.1, warmup=0, patience=2, halvings=1, least=0.1)

    def judged(model, batch):
        return torch.tensor(float(next(losses))), 1

    def watched(optimizer, *_):
        rates.append(optimizer.param_groups[0]["lr"])

    hook = register_optimizer_step_pre_hook(watched)
    _, history = fit(
        settings=settings,
        validation_loss=judged,
        measured=lambda model: {"steps": len(rates)},
    )
    hook.remove()
    assert [row["validation"] for row in history] == pytest.approx(wanted)
    assert [row["steps"] for row in history] == [7, 14, 21, 28, 35, 42, 49]
    assert rates[::7] == [0.1] * 4 + [0.05] * 3


def test_the_average_of_all_steps_is_judged_and_kept():
    """It begins with the weights of the first step; the training loss is that
    of the weights themselves.
    """
    passed, judged = [], []

    def loss(model, batch):
        passed.append(model.line.weight.detach().clone())
        return squared(model, batch)

    def judge(model, batch):
        assert not model.training
        judged.append(model.line.weight.detach().clone())
        return squared(model, batch)

    one = replace(AVERAGED, epochs=1)
    averaged, (row,) = fit(settings=one, loss=loss, validation_loss=judge)
    plain, (other,) = fit(settings=replace(SETTINGS, epochs=1))
    wanted, *rest = *passed[1:], plain.line.weight
    for weight in rest:
        wanted = 0.8 * wanted + 0.2 * weight
    assert len(rest) == 6
    torch.testing.assert_close(averaged.line.weight, wanted)
    assert torch.equal(judged[0], averaged.line.weight)
    assert row["train"] == other["train"]
    assert row["validation"] != other["validation"]


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (
            {"settings": replace(SETTINGS, rate=0.07)},
            "anew\n  settings.rate, there: 0.05\n  settings.rate, here:  0.07$",
        ),
        ({"seed": 2}, "seed, there: 1.*seed, here:  2"),
        (
            {"fingerprint": {"recipe": {"smoothing": 0.9}}},
            "recipe.smoothing, there: 0.1\n  recipe.smoothing, here:  0.9$",
        ),
        (
            {"fingerprint": None},
            "recipe, there: {'smoothing': 0.1}.*recipe, here:  None",
        ),
    ],
)
def test_a_checkpoint_of_another_run_is_refused_and_both_are_shown(
    tmp_path, change, shown
):
    same = {"fingerprint": {"recipe": {"smoothing": 0.1}}}
    fit(folder=tmp_path, **same)
    with refused(f"(?s)belongs to another run.*{shown}"):
        fit(folder=tmp_path, **same | change)


def test_tuples_of_a_recipe_are_the_lists_of_its_file(tmp_path):
    _, history = fit(folder=tmp_path, fingerprint={"lengths": (1, 2)})
    assert fit(folder=tmp_path, fingerprint={"lengths": [1, 2]})[1] == history


def test_batches_follow_the_model_to_its_device():
    batch = Mock()
    batch.to.return_value = SIGNAL, WANTED
    fit(
        settings=replace(SETTINGS, epochs=1),
        batches=lambda _: [(batch, 3)],
        loss=lambda m, b: squared(m, b[0]),
        validation=[batch],
        validation_loss=squared,
    )
    assert batch.to.call_args_list == [call(torch.device("cpu"))] * 2


def test_a_function_is_known_by_all_that_it_has_kept():
    def loss(smoothing):
        return lambda model, batch, *, smoothing=smoothing: smoothing

    assert identity.of(loss(0.1)) == identity.of(loss(0.1))
    assert identity.of(loss(0.1)) != identity.of(loss(0.2))
    small, large = (nn.Linear(2, width).forward for width in (2, 3))
    assert identity.of(small) != identity.of(large)
