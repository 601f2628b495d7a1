"""What the commands of the Makefile do before and around the programs that they
call.
"""

import os
import re
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

from tests.environment import ROOT

pytest_plugins = ["pytester"]
needs_make = pytest.mark.skipif(
    shutil.which("make") is None, reason="no make on this machine"
)
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
# of the commands that readers call
PARTS = {
    "setup",
    "port",
    "site",
    "unit",
    "chapters",
}


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder in the place of .venv/bin whose programs only say how they were
    called, and with how many threads.
    """
    for name in ("jupyter", "jupyter-book", "python"):
        (tmp_path / name).write_text(
            f'#!/bin/sh\necho "{name} $1 threads=$OMP_NUM_THREADS"\n'
        )
        (tmp_path / name).chmod(0o755)
    (tmp_path / "ready").touch()
    return tmp_path


def make(
    programs: Path, *arguments: str, **variables: str
) -> subprocess.CompletedProcess:
    """Run make with these programs."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name != "OMP_NUM_THREADS"
    } | variables
    places = (f"BIN={programs}", f"READY={programs}/ready")
    command = ["make", *arguments, *places, f"SITE={programs}/built"]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True
    )


@needs_make
def test_a_taken_port_is_told_before_the_build(programs: Path) -> None:
    """In one sentence that names the variable; without serving, the port does
    not matter.
    """
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = make(programs, "book", f"PORT={port}")
        assert done.returncode != 0
        first, *rest = done.stderr.splitlines()
        assert (
            first
            == f"Port {port} is not free: choose another one, as in make book "
            f"PORT=8001"
        )
        assert all(line.startswith("make") for line in rest)
        assert "jupyter-book" not in done.stdout
        assert make(programs, "book", f"PORT={port}", "SERVE=0").returncode == 0
    (programs / "built").unlink()
    done = make(programs, "book", f"PORT={port}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "jupyter-book build" in done.stdout
    assert f"http://127.0.0.1:{port}/" in done.stdout


@needs_make
def test_the_site_is_built_where_something_has_changed(programs: Path) -> None:
    assert "jupyter-book build" in make(programs, "site").stdout
    assert "jupyter-book build" not in make(programs, "site").stdout
    os.utime(programs / "built", (0, 0))
    assert "jupyter-book build" in make(programs, "site").stdout


@needs_make
@pytest.mark.parametrize(
    ("command", "program"),
    [("lab", "jupyter lab"), ("unit", "python -m"), ("soak", "python -m")],
)
def test_one_thread_unless_the_reader_wants_more(
    programs: Path, command: str, program: str
) -> None:
    assert f"{program} threads=1\n" in make(programs, command).stdout
    assert (
        f"{program} threads=5\n"
        in make(programs, command, OMP_NUM_THREADS="5").stdout
    )


def test_every_command_is_described() -> None:
    """The head of the Makefile and README's tree name the same commands: all
    that there are.
    """
    head = re.findall(r"^# make (\w+) ", MAKEFILE, re.MULTILINE)
    readme = re.search(
        r"^Makefile +the commands: (.*)$",
        (ROOT / "README.md").read_text("utf-8"),
        re.MULTILINE,
    )
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert readme and phony
    assert head == readme[1].split(", ")
    assert set(head) == set(phony[1].split()) - PARTS


def test_tests_that_take_minutes_run_when_they_are_named(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`make test` passes by tests/soak, `make soak` names it."""
    shutil.copyfile(ROOT / "pyproject.toml", pytester.path / "pyproject.toml")
    for name in ("tests/test_short.py", "tests/soak/test_long.py"):
        (pytester.path / name).parent.mkdir(exist_ok=True)
        (pytester.path / name).write_text("def test_it(): pass\n")
    # without what takes seconds: checks of annotations, and plugins
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    command = ("-o", "addopts=", "--collect-only", "-q")
    whole = pytester.runpytest_subprocess(*command).outlines
    named = pytester.runpytest_subprocess(*command, "tests/soak").outlines
    assert [line for line in whole + named if "::" in line] == [
        "tests/test_short.py::test_it",
        "tests/soak/test_long.py::test_it",
    ]
    assert "tests/laws tests/soak" in MAKEFILE
