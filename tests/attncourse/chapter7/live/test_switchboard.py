"""The switchboard keeps each recorded training, and refuses half a board."""

from itertools import product

import pytest

from attncourse.chapter7.live.switchboard import SWITCHES, LiveSwitchboard

SETTINGS = list(product((True, False), repeat=4))


def run(setting, k, count=3):
    """A training that ends at a loss of k."""
    moments = [
        {
            "step": 10 * n,
            "loss": 5 - n * (5 - k) / 2,
            "cosines": [0.1, 0.2, 0.3 + k / 100],
        }
        for n in range(count)
    ]
    named = dict(zip(SWITCHES, setting, strict=True))
    return named | {"moments": moments}


RUNS = [run(setting, k) for k, setting in enumerate(SETTINGS)]


def test_it_keeps_each_run_and_starts_with_the_norm_first():
    figure = LiveSwitchboard(RUNS)
    assert len(figure.runs) == 16
    assert figure.runs[2]["moments"][1] == [10, 3.5, [0.1, 0.2, 0.32]]
    assert figure.reads()["moments"][-1][1] == SETTINGS.index(
        (True, False, True, True)
    )
    figure.residual = False
    assert figure.reads()["moments"][-1][1] == SETTINGS.index(
        (False, False, True, True)
    )


def test_its_picture_says_where_the_loss_ends():
    assert "4.00 at 20" in LiveSwitchboard(RUNS).still().alt


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        (RUNS[1:], "15 runs of 15 settings"),
        ([*RUNS[1:], RUNS[1]], "16 runs of 15 settings"),
        ([*RUNS[1:], run(SETTINGS[0], 99)], "outside the limits"),
    ],
)
def test_what_is_no_board_is_refused(runs, message):
    with pytest.raises(ValueError, match=message):
        LiveSwitchboard(runs)
