"""A small run that several processes can share; a program for torchrun.

TEAM_DIES, "RANK CALL", ends that process at that call of its loss, but not when
it was restarted.
"""

import json
import os
import sys
from pathlib import Path

import torch

from attnbook.models import language_model
from attnbook.train import engine, sequences
from attnbook.train.settings import Settings

SETTINGS = Settings(epochs=2, rate=0.01, warmup=2, checkpoint_every=3)
calls = 0


def texts():
    """37 texts of 1 to 8 tokens: in a batch of the longest are three."""
    drawn = torch.Generator().manual_seed(2)
    lengths = torch.randint(1, 9, (37,), generator=drawn).tolist()
    rows = [
        torch.randint(4, 30, (n,), generator=drawn).tolist() for n in lengths
    ]
    return [(row, row) for row in rows]


def loss(model, batch, smoothing=0.0):
    """That of the next token, or the end of this process."""
    global calls  # noqa: PLW0603
    calls += 1
    restarted = int(os.environ.get("TORCHELASTIC_RESTART_COUNT", "0"))
    dies = os.environ.get("TEAM_DIES", "")
    if dies == f"{engine.rank()} {calls}" and not restarted:
        os._exit(9)
    return sequences.next_loss(model, batch, smoothing)


def fit(folder=None, dtype=torch.float64):
    """The losses of each epoch."""
    config = language_model.Config(30, 16, 2, 24, 2)
    model = language_model.build(config, torch.Generator().manual_seed(1))
    history = sequences.fit(
        model.to(dtype),
        texts(),
        texts()[:9],
        SETTINGS,
        folder,
        batch_tokens=30,
        loss=loss,
        progress=False,
    )
    return [(row["train"], row["validation"]) for row in history]


if __name__ == "__main__":
    torch.set_num_threads(1)
    with engine.team():
        try:
            found = fit(Path(sys.argv[1]))
        except engine.LostError as error:
            print(f"process {engine.rank()}: {error}", file=sys.stderr)
            sys.exit(1)
        if not engine.rank():
            print(json.dumps(found))
