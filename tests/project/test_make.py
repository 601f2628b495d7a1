"""What the commands of the Makefile do before and around the programs that they
call.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import ROOT
from tests.site.browser import CHROMIUM

needs_make = pytest.mark.skipif(
    shutil.which("make") is None, reason="no make on this machine"
)
NOBODY = "OWNER"  # apart from what follows: a release looks here, too
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
# of the commands that readers call
PARTS = {"setup", "port", "site", "unit", "chapters"}


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
    """Run make with these programs, also where another make runs the tests."""
    own = {"OMP_NUM_THREADS", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "SERVE"}
    environment = {
        name: value for name, value in os.environ.items() if name not in own
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
    """If pages alone have changed, the others are not read again."""
    assert "jupyter-book build" in make(programs, "site").stdout
    assert "jupyter-book build" not in make(programs, "site").stdout
    for changed, everything in (
        ("chapters/05_self_attention.ipynb", False),
        ("lib/attnbook/heads.py", True),
        ("_config.yml", True),
    ):
        said = make(programs, "site", "-W", changed).stdout
        assert "jupyter-book build" in said
        assert ("--all" in said) == everything, changed


@needs_make
@pytest.mark.parametrize("asked", [[], ["N=77"]])
def test_a_chapter_that_there_is_not_is_told(programs: Path, asked) -> None:
    done = make(programs, "chapter", *asked)
    assert done.returncode
    assert "As in make chapter N=7" in done.stderr


@needs_make
def test_the_end_says_what_was_skipped_without_a_browser(
    programs: Path,
) -> None:
    """And what to install. The names are those that the tests look for."""
    parts = [f"-o{part}" for part in ("lint", "site", "unit", "chapters")]
    for name in ("make", "find", "sh"):
        (programs / name).symlink_to(str(shutil.which(name)))
    said = make(programs, "test", *parts, PATH=str(programs)).stdout
    assert said.count("\n") == 1 and "package chromium-headless-shell" in said
    for name in CHROMIUM:
        (programs / name).symlink_to(programs / "python")
        said = make(programs, "test", *parts, PATH=str(programs)).stdout
        assert "skipped" not in said
        (programs / name).unlink()


@pytest.fixture
def ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that can be released, with programs that do nothing."""
    python = f'#!/bin/sh\n[ "$1" = -m ] || exec {sys.executable} "$@"\n'
    files = {
        ".ci/release": (ROOT / ".ci" / "release").read_text(),
        ".gitignore": "bin\n.venv\n",
        ".venv/bin/python": python,
        "CHANGELOG.md": "## 1.2.3\n",
        "bin/make": "#!/bin/sh\nexit 0\n",
        "chapters/1.ipynb": "https://github.com/somebody/course",
        "pyproject.toml": '[project]\nversion = "1.2.3"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", path)
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "somebody")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "somebody@example.org")
    git(tmp_path, "init", "-q")
    return tmp_path


def git(folder: Path, *command: str) -> str:
    done = subprocess.run(
        ["git", *command], cwd=folder, check=True, capture_output=True
    )
    return done.stdout.decode()


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({}, ""),
        (
            {"chapters/1.ipynb": f"https://colab/github/{NOBODY}/course/blob"},
            "make owner OWNER=name; OWNER stands in chapters/1.ipynb",
        ),
        ({"bin/make": "#!/bin/sh\nexit 1\n"}, "make soak fails"),
        ({"bin/make": "#!/bin/sh\necho > new\n"}, "have changed the work tree"),
        ({"CHANGELOG.md": "## 1.2.2\n"}, "has no section for 1.2.3"),
    ],
)
def test_a_release_is_tested_and_names_its_owner(
    ready: Path, changed: dict[str, str], says: str
) -> None:
    for name, text in changed.items():
        (ready / name).write_text(text)
    git(ready, "add", "-A")
    git(ready, "commit", "-q", "-m", "all")
    done = subprocess.run(
        ready / ".ci" / "release", capture_output=True, text=True
    )
    assert git(ready, "tag").split() == ([] if says else ["v1.2.3"])
    assert done.returncode == bool(says)
    assert says in done.stderr and done.stderr.count("\n") == bool(says)


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
