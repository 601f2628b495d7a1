"""One model of many: the rate that was asked for, eval mode, checkpoints in a
folder of its own that no other recipe may use.
"""

from dataclasses import dataclass, replace

import pytest
import torch
from torch import nn

from attnbook.train.settings import Settings
from attncourse.experiments import trial
from attncourse.experiments.workspace import Workspace


@dataclass(frozen=True)
class Lines:
    """Slopes of lines, learned one by one."""

    name: str = "lines"
    settings: Settings = Settings(epochs=2, warmup=1, rate=7.0)


def loss(model, batch):
    x, y = batch
    return (model(x) - y).square().sum(), len(x)


def fit(run="one", recipe=Lines(), rate=0.5, workspace=None):
    """A line through one point, from slope 0."""
    model = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(model.weight)
    batch = torch.ones(3, 1), torch.ones(3, 1)
    return trial.fit(
        recipe,
        run,
        model,
        lambda _: [batch],
        loss,
        batch,
        rate=rate,
        seed=1,
        workspace=workspace,
    )


def test_the_rate_is_the_one_that_was_asked_for():
    (slow, history), (quick, _) = fit(rate=0.1), fit(rate=0.4)
    assert len(history) == 2
    assert 0 < slow.weight.item() < quick.weight.item() < 1
    assert not quick.training


def test_a_run_has_a_folder_of_its_own(tmp_path, monkeypatch):
    """It goes on from there, and refuses what another recipe has left."""
    monkeypatch.setenv("ATTNBOOK_RUNS", str(tmp_path))
    for run in ("one", "two"):
        fit(run, workspace=Workspace())
    assert {path.name for path in (tmp_path / "lines").iterdir()} == {
        "one",
        "two",
    }
    longer = replace(Lines(), settings=replace(Lines().settings, epochs=3))
    with pytest.raises(ValueError, match="epochs"):
        fit("one", longer, workspace=Workspace())
    fit("one", longer)  # without a workspace nothing is in the way
