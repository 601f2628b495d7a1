"""Settings that no run could have are refused."""

import pytest

from attnbook.train.settings import Averaged, Plateau, Settings
from tests.toys import refused

NAN, SCHEDULES = float("nan"), "one of cosine, linear, noam, constant"


@pytest.mark.parametrize(
    ("kind", "name", "value", "must"),
    [
        (Settings, "checkpoint_every", 0, "be at least 1"),
        (Settings, "epochs", 0, "be at least 1"),
        (Settings, "rate", -1.0, "be at least 0"),
        (Settings, "rate", NAN, "be at least 0"),
        (Settings, "patience", 0, "be at least 1"),
        (Settings, "warmup", -1, "be at least 0"),
        (Settings, "clip", -0.1, "be at least 0"),
        (Settings, "decay", float("inf"), "be at least 0"),
        (Settings, "schedule", "step", f"be {SCHEDULES}"),
        (Averaged, "epochs", 0, "be at least 1"),
        *((Averaged, "average", x, "lie between 0 and 1") for x in (0.0, 1.0)),
        *((Averaged, "average", x, "lie between 0 and 1") for x in (-0.5, NAN)),
        (Plateau, "halvings", 0, "be at least 1"),
        (Plateau, "least", -1, "be at least 0"),
    ],
)
def test_settings_that_cannot_be_are_refused(kind, name, value, must):
    with refused(f"{name} must {must}: {name}={value!r}"):
        kind(**{name: value})


@pytest.mark.parametrize(
    "name", ["epochs", "patience", "checkpoint_every", "halvings", "warmup"]
)
def test_what_is_counted_is_whole(name):
    with pytest.raises(TypeError, match=f"{name} must be a whole number"):
        Plateau(**{name: 1.5})
