"""The loop learns, stops early, keeps the best, and a run that was killed ends
as if it had not been.
"""

import os
from dataclasses import replace

import pytest
import torch
from torch import nn
from torch.nn.utils import get_total_norm as norm
from torch.optim.optimizer import register_optimizer_step_pre_hook

from attnbook.train import checkpoint, loop

SETTINGS = loop.Settings(epochs=3, rate=0.05, warmup=2, checkpoint_every=2)
SIGNAL = torch.linspace(-1, 1, 35).reshape(7, 5)
WANTED = SIGNAL @ torch.linspace(1, 2, 5) + 0.5


class Regression(nn.Module):
    """A linear function with dropout, so that a run depends on the global
    generator as well.
    """

    def __init__(self):
        super().__init__()
        self.line, self.dropout = nn.Linear(5, 1), nn.Dropout(0.2)
        nn.init.zeros_(self.line.weight)
        nn.init.zeros_(self.line.bias)

    def forward(self, x):
        return self.line(self.dropout(x))[:, 0]


def shuffled(generator):
    """Seven batches of one row each, in a random order."""
    return [
        (SIGNAL[i : i + 1], WANTED[i : i + 1])
        for i in torch.randperm(7, generator=generator)
    ]


def squared(model, batch):
    x, y = batch
    return ((model(x) - y) ** 2).sum(), len(y)


VALIDATION = [(SIGNAL, WANTED)]


def fit(
    model=None,
    settings=SETTINGS,
    folder=None,
    loss=squared,
    batches=shuffled,
    **options,
):
    model = model or Regression()
    history = loop.fit(
        model,
        batches,
        loss,
        VALIDATION,
        settings,
        folder,
        progress=False,
        **options,
    )
    return model, [
        {key: x for key, x in row.items() if key != "seconds"}
        for row in history
    ]


class Killed(BaseException):
    """Stands for a death in the middle of a step."""


def dies_after(steps):
    """The loss, until it has been asked `steps` times while training."""
    asked = 0

    def loss(model, batch):
        nonlocal asked
        asked += model.training
        if asked > steps:
            raise Killed
        return squared(model, batch)

    return loss


def test_it_learns_and_keeps_the_weights_of_the_best_epoch():
    model, history = fit(settings=replace(SETTINGS, epochs=30))
    losses = [row["validation"] for row in history]
    assert losses[-1] < losses[0] / 10
    assert loop.evaluate(model.eval(), VALIDATION, squared) == min(losses)


@pytest.mark.parametrize("steps", range(21))
def test_a_run_that_dies_at_any_step_goes_on_with_the_same_losses(
    tmp_path, steps
):
    """All 21 steps of 3 epochs; checkpoints are written every 2 steps and after
    each epoch.
    """
    whole, history = fit()
    with pytest.raises(Killed):
        fit(folder=tmp_path, loss=dies_after(steps))
    torch.rand(3)  # whatever else drew numbers between
    resumed, same = fit(folder=tmp_path)
    assert same == history
    assert all(
        torch.equal(x, y)
        for x, y in zip(resumed.parameters(), whole.parameters(), strict=True)
    )


def test_dying_at_every_step_still_ends(tmp_path):
    """Each life gets two steps further: what lies between two checkpoints."""
    _, history = fit()
    for _ in range(30):
        try:
            _, same = fit(folder=tmp_path, loss=dies_after(2))
            break
        except Killed:
            continue
    assert same == history


def test_a_finished_run_is_not_trained_again(tmp_path):
    model, history = fit(folder=tmp_path)
    again, same = fit(folder=tmp_path, loss=dies_after(0))
    assert same == history
    assert all(
        torch.equal(x, y)
        for x, y in zip(again.parameters(), model.parameters(), strict=True)
    )


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
    assert all(
        torch.equal(x, y)
        for x, y in zip(model.parameters(), first.parameters(), strict=True)
    )


def test_the_train_loss_of_an_epoch_is_the_mean_over_its_tokens():
    """With a rate of zero every batch costs what it costs at the start; the
    counts differ.
    """

    def batches(_):
        return [1, 2, 4]

    def loss(model, count):
        return model.line.bias.sum() + 3.0 * count**2, count

    settings = replace(SETTINGS, epochs=1, rate=0.0)
    history = loop.fit(
        Regression(), batches, loss, [1], settings, progress=False
    )
    assert history[0]["train"] == pytest.approx(
        3.0 * (1 + 4 + 16) / (1 + 2 + 4)
    )
    assert history[0]["validation"] == 3.0


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
    model, _ = fit(
        settings=replace(SETTINGS, epochs=1, warmup=4),
        batches=lambda g: shuffled(g)[:1],
    )
    assert abs(model.line.bias.item()) == pytest.approx(
        SETTINGS.rate / 4, rel=1e-4
    )


def test_evaluate_switches_dropout_off_and_restores_the_mode():
    model = Regression().train()
    model.line.weight.data.fill_(1.0)
    assert loop.evaluate(model, VALIDATION, squared) == loop.evaluate(
        model, VALIDATION, squared
    )
    assert model.training
    assert not any(p.grad is not None for p in model.parameters())


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_validation_loss_that_is_no_number_stops_the_run(bad):
    """It would else count as an epoch without progress, and the first weights
    would be returned.
    """
    with pytest.raises(
        ValueError,
        match=f"the validation loss is {bad} after epoch 1: lower the rate",
    ):
        fit(validation_loss=lambda *_: (torch.tensor(bad), 1))


@pytest.mark.parametrize(
    "wrong",
    [
        {"checkpoint_every": 0},
        {"epochs": 0},
        {"rate": -1.0},
        {"rate": float("nan")},
        {"patience": 0},
        {"warmup": -1},
        {"clip": -0.1},
        {"decay": float("inf")},
    ],
)
def test_settings_that_cannot_be_are_refused(wrong):
    ((name, value),) = wrong.items()
    with pytest.raises(
        ValueError, match=f"{name} must be at least [01]: {name}={value}"
    ):
        replace(SETTINGS, **wrong)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_a_loss_that_is_no_number_stops_the_run(bad):
    def loss(model, batch):
        total, count = squared(model, batch)
        return total * bad, count

    with pytest.raises(
        ValueError, match=f"the loss is {bad} at step 0: lower the rate"
    ):
        fit(loss=loss)


def test_no_data_is_refused_before_anything_is_trained():
    with pytest.raises(ValueError, match="cannot train on 0 batches"):
        fit(batches=lambda _: [])
    with pytest.raises(ValueError, match="cannot evaluate on 0 batches"):
        loop.evaluate(Regression(), [], squared)
    with pytest.raises(ValueError, match="cannot validate on 0 batches"):
        loop.fit(
            Regression(), shuffled, dies_after(0), [], SETTINGS, progress=False
        )


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        (
            {"settings": replace(SETTINGS, rate=0.07)},
            "settings, there: .*'rate': 0.05.*settings, here: .*'rate': 0.07",
        ),
        ({"seed": 2}, "seed, there: 1.*seed, here:  2"),
        (
            {"identity": {"recipe": {"smoothing": 0.9}}},
            "recipe, there: {'smoothing': 0.1}.*here:  {'smoothing': 0.9}",
        ),
        (
            {"identity": {"recipe": {"smoothing": 0.1}, "data": "b5"}},
            "data, there: None.*data, here:  b5",
        ),
        (
            {"identity": None},
            "recipe, there: {'smoothing': 0.1}.*recipe, here:  None",
        ),
    ],
)
def test_a_checkpoint_of_another_run_is_refused_and_both_are_shown(
    tmp_path, change, shown
):
    same = {"identity": {"recipe": {"smoothing": 0.1}}}
    fit(folder=tmp_path, **same)
    with pytest.raises(
        ValueError, match=f"(?s)belongs to another run.*{shown}"
    ):
        fit(folder=tmp_path, **same | change)


def test_a_checkpoint_that_does_not_say_whose_it_is_is_refused(tmp_path):
    """As older versions wrote them."""
    fit(folder=tmp_path)
    path = checkpoint.newest(tmp_path)
    state = {
        key: value
        for key, value in checkpoint.load(path).items()
        if key != "identity"
    }
    checkpoint.save(tmp_path, 99, state)
    with pytest.raises(ValueError, match="belongs to another run"):
        fit(folder=tmp_path)


def test_tuples_of_a_recipe_are_the_lists_of_its_file(tmp_path):
    _, history = fit(folder=tmp_path, identity={"lengths": (1, 2)})
    assert fit(folder=tmp_path, identity={"lengths": [1, 2]})[1] == history


def test_two_runs_in_one_folder_are_refused_by_the_name_of_the_other(tmp_path):
    """The second one starts in the middle of the first."""

    def loss(model, batch):
        if model.training:
            with pytest.raises(
                ValueError,
                match=f"another run is at work in {tmp_path}: process "
                f"{os.getpid()}",
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


def test_evaluation_that_is_interrupted_leaves_the_mode_as_it_was():
    model = Regression().train()
    with pytest.raises(KeyboardInterrupt):
        loop.evaluate(
            model,
            VALIDATION,
            lambda *_: (_ for _ in ()).throw(KeyboardInterrupt),
        )
    assert model.training


class Elsewhere:
    """A batch that says where it was sent."""

    def __init__(self):
        self.sent = []

    def to(self, device):
        self.sent.append(device)
        return SIGNAL, WANTED


def test_batches_follow_the_model_to_its_device():
    batch = Elsewhere()
    settings = replace(SETTINGS, epochs=1)
    loop.fit(
        Regression(),
        lambda _: [(batch, 3)],
        lambda m, b: squared(m, b[0]),
        [batch],
        settings,
        progress=False,
        validation_loss=squared,
    )
    assert batch.sent == [torch.device("cpu")] * 2


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_a_run_on_cuda_that_dies_goes_on_with_the_same_losses(tmp_path):
    _, history = fit(Regression().cuda())
    with pytest.raises(Killed):
        fit(Regression().cuda(), folder=tmp_path, loss=dies_after(9))
    assert fit(Regression().cuda(), folder=tmp_path)[1] == history


def test_checkpoints_hold_the_generators_of_every_device(tmp_path):
    fit(folder=tmp_path)
    random = checkpoint.load(checkpoint.newest(tmp_path))["random"]
    assert len(random["cuda"]) == torch.cuda.device_count()
    assert random["cpu"].dtype == torch.uint8


def test_a_damaged_checkpoint_stops_the_run_and_the_good_one_goes_on(tmp_path):
    _, history = fit()
    with pytest.raises(Killed):
        fit(folder=tmp_path, loss=dies_after(13))
    newest = checkpoint.newest(tmp_path)
    newest.write_bytes(newest.read_bytes()[:-1])
    with pytest.raises(
        ValueError,
        match="damaged checkpoint: .*delete it to go on from "
        "step-00000010.ckpt",
    ):
        fit(folder=tmp_path)
    newest.unlink()
    assert fit(folder=tmp_path)[1] == history


def test_an_unknown_schedule_is_refused():
    with pytest.raises(
        ValueError,
        match="schedule must be one of cosine, noam: schedule='linear'",
    ):
        loop.Settings(schedule="linear")


def test_the_bar_shows_epoch_and_loss(capsys):
    loop.fit(
        Regression(), shuffled, squared, VALIDATION, replace(SETTINGS, epochs=1)
    )
    shown = capsys.readouterr().err
    assert "epoch 1/1" in shown
    assert "loss=" in shown


def test_the_bar_of_a_resumed_epoch_starts_where_it_was(tmp_path, capsys):
    settings = replace(SETTINGS, epochs=1)
    with pytest.raises(Killed):
        fit(settings=settings, folder=tmp_path, loss=dies_after(5))
    loop.fit(Regression(), shuffled, squared, VALIDATION, settings, tmp_path)
    first = capsys.readouterr().err.partition("\r")[2].partition("\r")[0]
    assert "| 4/7 " in first


def test_a_finished_run_says_so(tmp_path, capsys):
    for _ in range(2):
        loop.fit(
            Regression(), shuffled, squared, VALIDATION, SETTINGS, tmp_path
        )
    assert (
        f"this run was finished before: {tmp_path}" in capsys.readouterr().err
    )
