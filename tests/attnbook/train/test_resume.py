"""Killed in the middle by the system itself: the same run again ends as if
nothing had happened.
"""

import signal
import subprocess
import sys

from attnbook.train import checkpoint
from tests.attnbook.train.toys import AVERAGED, assert_equal, fit
from tests.environment import ROOT

SCRIPT = """
import os, signal, sys
from functools import wraps
from pathlib import Path
from tests.attnbook.train.toys import AVERAGED, fit, squared

losses = []

@wraps(squared)
def loss(model, batch):
    losses.append(model.training)
    if sum(losses) == 12:
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(model, batch)

fit(settings=AVERAGED, folder=Path(sys.argv[1]), loss=loss)
"""


def test_kill_9_and_the_same_run_again(tmp_path):
    """Bit for bit: every loss and every weight, in another process."""
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    done = subprocess.run(command, timeout=120, cwd=ROOT)
    assert done.returncode == -signal.SIGKILL
    assert checkpoint.newest(tmp_path).name == "step-00000010.ckpt"
    resumed, history = fit(settings=AVERAGED, folder=tmp_path)
    whole, wanted = fit(settings=AVERAGED)
    assert history == wanted
    assert_equal(resumed, whole)
