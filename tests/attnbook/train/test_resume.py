"""Killed in the middle by the system itself: the same command again ends as if
nothing had happened.
"""

import json
import signal
import subprocess
import sys
from pathlib import Path

from attnbook.train import checkpoint
from tests.environment import ROOT

SCRIPT = """
import json, os, signal, sys
from pathlib import Path
from tests.attnbook.train.toys import AVERAGED, fit, squared

folder, deadly, out = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
log = []

def loss(model, batch):
    total, count = squared(model, batch)
    log.extend([total.item().hex()] * model.training)
    if model.training and len(log) == deadly:
        os.kill(os.getpid(), signal.SIGKILL)
    return total, count

model, history = fit(settings=AVERAGED, folder=folder, loss=loss)
losses = [[row["train"].hex(), row["validation"].hex()] for row in history]
weights = [x.double().sum().item().hex() for x in model.parameters()]
found = {"history": losses, "weights": weights, "last": log[-3:]}
out.write_text(json.dumps(found))
"""


def train_in_a_process(folder: Path, deadly: int, out: Path) -> int:
    command = [sys.executable, "-c", SCRIPT, str(folder), str(deadly), str(out)]
    return subprocess.run(command, timeout=120, cwd=ROOT).returncode


def test_kill_9_and_the_same_command_again(tmp_path, monkeypatch):
    """Bit for bit: every loss, every weight, the same as in a process that was
    not killed, this one.
    """
    whole = ["-c", str(tmp_path / "whole"), "0", str(tmp_path / "whole.json")]
    monkeypatch.setattr(sys, "argv", whole)
    exec(SCRIPT, {})
    killed, out = tmp_path / "killed", tmp_path / "killed.json"
    assert train_in_a_process(killed, 12, out) == -signal.SIGKILL
    assert not out.exists()
    assert checkpoint.newest(killed).name == "step-00000010.ckpt"
    assert train_in_a_process(killed, 0, out) == 0
    whole, resumed = (
        json.loads((tmp_path / f"{name}.json").read_text())
        for name in ("whole", "killed")
    )
    assert resumed == whole
