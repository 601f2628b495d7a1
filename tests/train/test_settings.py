"""Settings that no run could have are refused."""

from dataclasses import replace

import pytest

from attnbook.train.settings import Settings
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
    with refused("schedule must be one of cosine, noam: schedule='linear'"):
        Settings(schedule="linear")
