"""A small regression, runs of it, and a death in the middle of them."""

from dataclasses import asdict
from functools import wraps

import torch
from torch import nn

from attnbook.train import loop
from attnbook.train.settings import Averaged, Settings

SETTINGS = Settings(epochs=3, rate=0.05, warmup=2, checkpoint_every=2)
AVERAGED = Averaged(**asdict(SETTINGS), average=0.8)
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


CLOCKS = ("seconds", "processor")
VALIDATION = [(SIGNAL, WANTED)]


def fit(model=None, settings=SETTINGS, folder=None, loss=squared, **options):
    """The model, and its history without the time it took."""
    model = model or Regression()
    batches = options.pop("batches", shuffled)
    validation = options.pop("validation", VALIDATION)
    given = (batches, loss, validation, settings, folder)
    history = loop.fit(model, *given, **{"progress": False} | options)
    return model, [
        {key: x for key, x in row.items() if key not in CLOCKS}
        for row in history
    ]


def assert_equal(one, other):
    """Two models have the same weights, bit for bit."""
    assert all(map(torch.equal, one.parameters(), other.parameters()))


class Killed(BaseException):
    """Stands for a death in the middle of a step."""


def dies_after(steps):
    """The loss, until it has been asked `steps` times while training."""
    asked = 0

    @wraps(squared)
    def loss(model, batch):
        nonlocal asked
        asked += model.training
        if asked > steps:
            raise Killed
        return squared(model, batch)

    return loss
