"""Docker as the sandbox: its command line, and what is done with it."""

import sys
from pathlib import Path

import pytest

from attncourse.grading import grade
from attncourse.grading.sandbox import docker, start
from attncourse.grading.sandbox.limits import Limits
from attncourse.grading.sandbox.workers import Workers
from attncourse.grading.tasks import Task

RIGHT = "def split_heads(x, H):\n    return x.unflatten(-1, (H, -1)).mT.mT"
PROGRAM = """\
#!{python}
import os, sys
with open({log!r}, "a") as log:
    print(*sys.argv[1:], file=log)
if sys.argv[1] == "run":
    here = sys.argv.index("toy-image") + 1
    if sys.argv[here] == "python":
        os.execv({python!r}, [{python!r}, *sys.argv[here + 1 :]])
"""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a program in the place of Docker is asked; it runs a container's
    command as it is.
    """
    monkeypatch.setenv("ATTNBOOK_IMAGE", "toy-image")
    monkeypatch.setenv("PATH", str(tmp_path))
    log, program = tmp_path / "log", tmp_path / "docker"
    program.write_text(PROGRAM.format(python=sys.executable, log=str(log)))
    program.chmod(0o755)
    return log


def test_a_container_has_no_network_no_rights_and_little_room() -> None:
    call = " ".join(docker.command("one", Limits(memory=10, processes=3)))
    for said in (
        *("--rm", "--name one", "--network none", "--read-only"),
        *("--cap-drop ALL", "--user 65534:65534", "no-new-privileges"),
        *("--memory 10", "--memory-swap 10", "--pids-limit 3"),
        *("--ulimit cpu=600", "--env HOME=/tmp", "--pull never"),
    ):
        assert said in call
    assert call.endswith(" attnbook")
    assert "--env PATH" not in call  # the image knows where its Python is
    assert "--volume" not in call
    assert "--privileged" not in call


def test_a_submission_is_graded_and_its_container_removed(log: Path) -> None:
    start.check("docker")
    task = Task("chapter5", "split_heads")
    report = grade.grade([RIGHT], [task], workers=Workers("docker"))
    assert "wrong" in report.grades[0].message
    tried, ran, removed = log.read_text().splitlines()
    assert tried.endswith("toy-image true")
    name = ran.split()[ran.split().index("--name") + 1]
    assert removed == f"rm --force {name}"
    assert name not in tried


def test_what_is_missing_is_said(log, monkeypatch) -> None:
    (log.parent / "docker").write_text(
        "#!/bin/sh\necho no such image >&2\nexit 3"
    )
    with pytest.raises(OSError, match="toy-image: no such image"):
        start.check("docker")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(OSError, match="docker is missing"):
        start.check("docker")
    with pytest.raises(ValueError, match="no such sandbox: podman"):
        start.check("podman")
