"""The switchboard keeps each recorded training."""

from itertools import product

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
