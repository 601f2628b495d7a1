"""How to train: the settings of a run."""

import math
from dataclasses import dataclass

from attnbook import validation
from attnbook.train.schedule import SCHEDULES


@dataclass(frozen=True)
class Settings:
    """How to train; the steps are epochs times batches."""

    epochs: int = 20
    rate: float = 2e-3  # peak learning rate of Adam
    warmup: int = 400  # steps
    schedule: str = "cosine"
    clip: float = 1.0  # largest norm of the gradient
    decay: float = 0.0  # weight decay (AdamW)
    patience: int = 5  # epochs without a better validation loss before it stops
    checkpoint_every: int = 200  # steps

    average = 0.0  # no moving average; `Averaged` has one
    halvings = 0  # its patience at an end, it stops; `Plateau` goes on
    least = 0.0  # by how much a better validation loss is lower

    def __post_init__(self):
        validation.whole(warmup=self.warmup)
        _counts(
            epochs=self.epochs,
            patience=self.patience,
            checkpoint_every=self.checkpoint_every,
        )
        for name in ("rate", "warmup", "clip", "decay", "least"):
            if not 0 <= getattr(self, name) < math.inf:
                raise ValueError(
                    f"{name} must be at least 0: {name}={getattr(self, name)}"
                )
        if self.schedule not in SCHEDULES:
            raise ValueError(
                f"schedule must be one of {', '.join(SCHEDULES)}: "
                f"schedule={self.schedule!r}"
            )


@dataclass(frozen=True)
class Averaged(Settings):
    """Training that keeps a moving average of the weights, and ends with it:
    after each step it moves the share 1 - average towards the weights.

    Source: Polyak and Juditsky 1992; with a fixed share Kingma and Ba 2015,
    section 7.2.
    """

    average: float = 0.999

    def __post_init__(self):
        super().__post_init__()
        if not 0 < self.average < 1:
            raise ValueError(
                f"average must lie between 0 and 1: average={self.average}"
            )


@dataclass(frozen=True)
class Plateau(Settings):
    """Training that only the validation loss ends: where that has fallen by
    less than `least` in `patience` epochs, the rate is halved, `halvings`
    times, and then it stops.

    Source: "halve the rate on a plateau", as in He et al. 2016, section 3.4.
    """

    epochs: int = 1000
    schedule: str = "constant"
    halvings: int = 3
    least: float = 1e-3  # nats

    def __post_init__(self):
        super().__post_init__()
        _counts(halvings=self.halvings)


def _counts(**numbers: int) -> None:
    """Raise TypeError unless each is whole, ValueError for one below 1."""
    validation.whole(**numbers)
    validation.at_least(1, **numbers)
