"""Settings that no run could have are refused."""

from dataclasses import replace

import pytest

from attnbook.train.settings import Averaged, Plateau, Settings
from tests.toys import refused


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
    with refused(f"{name} must be at least [01]: {name}={value}"):
        replace(Settings(), **wrong)


def test_an_unknown_schedule_is_refused():
    says = "one of cosine, linear, noam, constant: schedule='step'"
    with refused(f"schedule must be {says}"):
        Settings(schedule="step")


@pytest.mark.parametrize("share", [0.0, 1.0, -0.5, float("nan")])
def test_an_average_of_nothing_or_of_the_start_alone_is_refused(share):
    with refused(f"average must lie between 0 and 1: average={share}"):
        Averaged(average=share)
    with refused("epochs must be at least 1"):
        Averaged(epochs=0)


def test_a_plateau_halves_the_rate_at_least_once():
    with refused("halvings must be at least 1: halvings=0"):
        Plateau(halvings=0)
    with refused("least must be at least 0: least=-1"):
        Plateau(least=-1)
