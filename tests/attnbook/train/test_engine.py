"""Several processes, or several pieces of a batch, learn what one learns."""

import json
import os
import signal
import socket
import subprocess
import sys
from functools import partial

import pytest
import torch

from attnbook.train import checkpoint, engine, sequences
from tests.attnbook.train import team
from tests.environment import ROOT
from tests.toys import refused

ALONE = team.fit()


def torchrun(folder, *options, dies="", **environment):
    """A team on one machine, or one machine's part of a team."""
    command = [sys.executable, "-m", "torch.distributed.run", *options]
    environment |= {"TEAM_DIES": dies, "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [*command, "-m", "tests.attnbook.train.team", str(folder)],
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(started):
    """What it has printed, and what it has said."""
    try:
        printed, said = started.communicate(timeout=120)
    finally:
        started.kill()
    done = started.args, started.returncode, printed, said
    return subprocess.CompletedProcess(*done)


def alone(folder, *options, processes=2, dies=""):
    """What that many processes on one machine print, and what they say."""
    count = str(processes)
    options = "--standalone", "--nproc-per-node", count, *options
    return ended(torchrun(folder, *options, dies=dies))


def close(losses):
    return [pytest.approx(row, abs=1e-10) for row in losses]


def test_two_processes_learn_what_one_does(tmp_path):
    done = alone(tmp_path)
    assert done.returncode == 0, done.stderr
    assert close(ALONE) == json.loads(done.stdout)
    assert [path.name for path in tmp_path.glob("*.ckpt*")]


@pytest.mark.parametrize("rank", [0, 1])
def test_one_dies_and_one_process_goes_on(rank, tmp_path):
    """In one clear line; the last step is kept, if not the writer has died."""
    done = alone(tmp_path, dies=f"{rank} 8")
    assert done.returncode
    (said,) = (line for line in done.stderr.splitlines() if "has ended" in line)
    assert said == (
        f"process {1 - rank}: another process has ended: the same command "
        f"resumes from the last checkpoint"
    )
    step = 7 if rank else 6
    assert checkpoint.newest(tmp_path).name == f"step-{step:08d}.ckpt"
    assert close(ALONE) == team.fit(tmp_path)


def test_a_restarted_team_goes_on(tmp_path):
    done = alone(tmp_path, "--max-restarts", "1", dies="1 8")
    assert done.returncode == 0, done.stderr
    assert close(ALONE) == json.loads(done.stdout)


SLURM = "--rdzv-backend=c10d", "--rdzv-endpoint=localhost:{}", "--rdzv-id=team"
KUBEFLOW = "--master-addr=localhost", "--master-port={}", "--node-rank={}"


@pytest.mark.parametrize("meeting", [SLURM, KUBEFLOW])
def test_two_machines_are_restarted_together(meeting, tmp_path):
    """As far as one machine can be two: a torchrun for each, which meet as the
    files for clusters say.
    """
    with socket.create_server(("localhost", 0)) as free:
        port = free.getsockname()[1]
    options = "--nnodes=2", "--nproc-per-node=1", "--max-restarts=1"
    where, number, name = meeting
    started = [
        torchrun(
            tmp_path,
            *options,
            where.format(port),
            number.format(port),
            name.format(machine),
            dies="1 8",
            TORCH_DISABLE_SHARE_RDZV_TCP_STORE="1",
        )
        for machine in range(2)
    ]
    done = [ended(machine) for machine in started]
    assert not any(machine.returncode for machine in done), done
    (printed,) = filter(None, (machine.stdout for machine in done))
    assert close(ALONE) == json.loads(printed)


def test_three_processes_go_on_from_two(tmp_path):
    assert alone(tmp_path, dies="1 8").returncode
    done = alone(tmp_path, processes=3)
    assert close(ALONE) == json.loads(done.stdout)


@pytest.mark.parametrize("count", [2, 3, 40])
def test_pieces_one_after_the_other_learn_the_same(count):
    """40 are more than a batch has rows."""
    with engine.using(engine.Engine(accumulate=count)):
        assert close(ALONE) == team.fit()


def test_batch_normalisation_sees_whole_batches():
    model = torch.nn.Sequential(torch.nn.BatchNorm1d(3))
    engine.Steps(model, None)
    with engine.using(engine.Engine(accumulate=2)), refused("whole batches"):
        engine.Steps(model, None)


def test_bfloat16_learns_nearly_the_same():
    with engine.using(engine.Engine(autocast=True)):
        found = team.fit(dtype=torch.float32)
    assert found != team.fit(dtype=torch.float32)
    assert [pytest.approx(row, abs=0.05) for row in ALONE] == found


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:The .grad attribute")  # PyTorch's tracer
def test_a_compiled_loss_learns_the_same(monkeypatch):
    """Traced, but not built: that takes a minute, and is not ours."""
    traced = partial(torch.compile, backend="eager")
    monkeypatch.setattr(torch, "compile", traced)
    monkeypatch.setattr(team, "loss", sequences.next_loss)
    with engine.using(engine.Engine(compiled=True)):
        assert close(ALONE) == team.fit()


def test_a_model_learns_on_the_gpu_and_comes_back(monkeypatch):
    """As far as a machine without one can show it."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ValueError, match="no GPU"):
        engine.Engine(gpu=True)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    model, moved = torch.nn.Linear(2, 2), []
    monkeypatch.setattr(model, "to", lambda device: moved.append(str(device)))
    with engine.using(engine.Engine(gpu=True)), engine.placed(model):
        assert moved == ["cuda"]
    assert moved == ["cuda", "cpu"]


def test_what_is_measured_elsewhere_is_a_copy():
    model = torch.nn.Linear(2, 2)
    assert engine.on(torch.device("cpu"), model) is model
    copied = engine.on(torch.device("meta"), model)
    assert copied.weight.is_meta and not model.weight.is_meta


def test_torchrun_ends_a_process_between_two_steps(monkeypatch):
    monkeypatch.setattr(engine, "_ending", False)
    monkeypatch.setattr(engine, "size", lambda: 2)
    before = signal.getsignal(signal.SIGTERM)
    with engine.whole_steps():
        engine.check_end()
    assert signal.getsignal(signal.SIGTERM) == before
    done = []
    with pytest.raises(SystemExit), engine.whole_steps():
        os.kill(os.getpid(), signal.SIGTERM)
        done.append("the step")
    assert done
    signal.signal(signal.SIGTERM, before)


def test_processes_must_join(monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    with refused(r"engine\.team\(\)"):
        team.fit()


def test_no_piece_is_refused():
    with pytest.raises(ValueError, match="accumulate=0"):
        engine.Engine(accumulate=0)


def test_a_result_says_what_was_not_plain(monkeypatch):
    assert engine.told() == {}
    monkeypatch.setattr(engine, "size", lambda: 2)
    with engine.using(engine.Engine(accumulate=4, compiled=True)):
        assert engine.told() == {
            "processes": 2,
            "accumulate": 4,
            "compiled": True,
        }
