"""What a submission may use, however that is limited."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from attncourse.grading.sandbox import limits

EATS = "x = bytearray(3 * 10**8); import time; time.sleep(100)"
FORKS = "import os, time; [os.fork() for _ in range(6)]; time.sleep(100)"
SMALL = limits.Limits(memory=10**8, processes=8)


@pytest.mark.parametrize("code", [EATS, FORKS])
def test_a_watcher_kills_what_takes_too_much(code: str) -> None:
    with subprocess.Popen([sys.executable, "-c", code]) as process:
        with limits.watched(process.pid, SMALL):
            process.wait(60)
        assert process.returncode == -9


def test_groups_of_graders_that_were_killed_are_removed(monkeypatch, tmp_path):
    mine = f"attnbook-{os.getpid()}-a"
    for name in (mine, f"attnbook-{2**22 + 1}-b", "attnbook-x-c", "other"):
        (tmp_path / "memory" / name).mkdir(parents=True)
    monkeypatch.setattr(limits, "GROUPS", tmp_path)
    limits.swept.__wrapped__()
    left = {path.name for path in (tmp_path / "memory").iterdir()}
    assert left == {mine, "attnbook-x-c", "other"}


def test_a_process_that_is_gone_does_no_harm() -> None:
    limits.kill(2**22 + 1)
    assert limits.held([2**22 + 1]) == 0


def test_systemd_is_told_the_limits() -> None:
    call = limits.scope(limits.Limits(memory=10, processes=3))
    assert call[:2] == ["systemd-run", "--user"]
    assert {"MemoryMax=10", "TasksMax=3", "MemorySwapMax=0"} <= {*call}


@pytest.mark.parametrize(
    ("groups", "systemd", "kind"),
    [(True, False, "v1"), (False, True, "v2"), (False, False, "watched")],
)
def test_the_strongest_limit_there_is_is_taken(
    groups: bool,
    systemd: bool,
    kind: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("memory", "pids") if groups else ():
        (tmp_path / name).mkdir()
    monkeypatch.setattr(limits, "GROUPS", tmp_path)
    program = tmp_path / "systemd-run"
    program.write_text(f"#!/bin/sh\nexit {0 if systemd else 1}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert limits.kind.__wrapped__() == kind
    monkeypatch.setenv("PATH", "")
    assert limits.kind.__wrapped__() == ("v1" if groups else "watched")
