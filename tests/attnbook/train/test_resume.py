"""Killed in the middle by the system itself: the same command again ends as if
nothing had happened.
"""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from attnbook.train import checkpoint

SCRIPT = """
import json, os, signal, sys
from pathlib import Path
import torch
from attnbook.data import batches
from attnbook.models import seq2seq
from attnbook.train import loop
from attnbook.train.loss import cross_entropy
from attnbook.train.settings import Averaged

folder, deadly, out = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
torch.set_num_threads(1)
pairs = [
    ([4 + i % 5, 5 + i % 7, 2], [4 + i % 7, 5 + i % 3, 2]) for i in range(60)
]
config = seq2seq.Config(17, 5, 7, 11, dropout=0.3)
model = seq2seq.build(config, torch.Generator().manual_seed(1))
log = []

def loss(model, batch):
    logits = model(batch.source, batch.target[:, :-1])
    total = cross_entropy(logits, batch.target[:, 1:], 0, 0.1)
    log.extend([total.item().hex()] * model.training)
    if model.training and len(log) == deadly:
        os.kill(os.getpid(), signal.SIGKILL)
    return total, int((batch.target[:, 1:] != 0).sum())

settings = Averaged(epochs=3, warmup=5, checkpoint_every=4, average=0.9)
history = loop.fit(model, lambda g: batches.by_length(pairs, 24, g), loss,
                   batches.by_length(pairs, 24), settings, folder,
                   progress=False)
losses = [[row["train"].hex(), row["validation"].hex()] for row in history]
weights = [x.double().sum().item().hex() for x in model.parameters()]
found = {"history": losses, "weights": weights, "last": log[-3:]}
out.write_text(json.dumps(found))
"""


def train_in_a_process(folder: Path, deadly: int, out: Path) -> int:
    command = [sys.executable, "-c", SCRIPT, str(folder), str(deadly), str(out)]
    return subprocess.run(
        command, timeout=120, env=os.environ | {"OMP_NUM_THREADS": "1"}
    ).returncode


def test_kill_9_and_the_same_command_again(tmp_path, monkeypatch):
    """Bit for bit: every loss, every weight, the same as in a process that was
    not killed, this one.
    """
    whole = ["-c", str(tmp_path / "whole"), "0", str(tmp_path / "whole.json")]
    monkeypatch.setattr(sys, "argv", whole)
    exec(SCRIPT, {})
    killed, out = tmp_path / "killed", tmp_path / "killed.json"
    assert train_in_a_process(killed, 19, out) == -signal.SIGKILL
    assert not out.exists()
    assert checkpoint.newest(killed).name == "step-00000016.ckpt"
    assert train_in_a_process(killed, 0, out) == 0
    whole, resumed = (
        json.loads((tmp_path / f"{name}.json").read_text())
        for name in ("whole", "killed")
    )
    assert resumed == whole
