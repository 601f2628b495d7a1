"""A run that was stopped goes on, and ends as one that was not."""

import signal
import subprocess
import sys

import pytest

from attnbook.train.run import Run
from attncourse.experiments.workspace import Workspace
from tests.attncourse.chapter10.recipes.toys import TOYS
from tests.attncourse.experiments.toys import place
from tests.environment import ROOT

SCRIPT = """
import os, signal, sys
from pathlib import Path
from tests.attncourse.chapter10.recipes.test_stopped import again, stop

stop(lambda: os.kill(os.getpid(), signal.SIGKILL), int(sys.argv[3]))
again(sys.argv[1], Path(sys.argv[2]))
"""
STEPS = {"text": (10, 6), "pairs": (8, 10)}
"""Where they are stopped, in the second epoch and in the second model, and how
many steps are left then.
"""


def stop(how, step, patch=setattr):
    """Let the step of that number be the last."""
    train, steps = Run.train_step, []

    def counted(*given):
        steps.append(given)
        if len(steps) == step:
            how()
        return train(*given)

    patch(Run, "train_step", counted)
    return steps


def again(name, folder):
    """The bytes of all models that a run of the toy writes there."""
    toy, workspace = TOYS[name], Workspace(folder / "out")
    with place(folder) as monkeypatch:
        toy.prepare(monkeypatch, workspace)
        toy.recipe.run(workspace, progress=False)
    return models(workspace)


def models(workspace):
    return {
        path.name: path.read_bytes()
        for path in workspace.out.glob("*.safetensors")
    }


@pytest.mark.parametrize("name", STEPS)
def test_after_an_interrupt_the_same_run_goes_on(
    name, ran, tmp_path, monkeypatch
):
    def interrupt():
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        stop(interrupt, STEPS[name][0], patch.setattr)
        with pytest.raises(KeyboardInterrupt):
            again(name, tmp_path)
    whole = models(ran(name).workspace)
    steps = stop(None, None, monkeypatch.setattr)
    assert again(name, tmp_path) == whole
    assert len(steps) == STEPS[name][1]


@pytest.mark.parametrize("name", STEPS)
def test_after_kill_9_the_same_run_goes_on(name, ran, tmp_path):
    given = name, str(tmp_path), str(STEPS[name][0])
    command = [sys.executable, "-c", SCRIPT, *given]
    done = subprocess.run(command, timeout=120, cwd=ROOT)
    assert done.returncode == -signal.SIGKILL
    assert not (tmp_path / "out" / f"{name}.json").exists()
    assert again(name, tmp_path) == models(ran(name).workspace)
