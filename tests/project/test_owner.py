"""`make owner` sets the address, and leaves everything else as it was."""

import importlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml

from tests.environment import NOTEBOOKS, ROOT

FILES = [ROOT / "_config.yml", ROOT / "pyproject.toml", *NOTEBOOKS]
FILES += [
    ROOT / ".ci" / name for name in ("owner.py", "notebooks.py", "reading.py")
]
OWNED = re.compile(r"github(?:\.com)?/([\w-]+)/attnbook\b")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files that name the address, and what sets it."""
    for path in FILES:
        there = tmp_path / path.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, there)
    return tmp_path


def own(folder: Path, wanted: str) -> subprocess.CompletedProcess:
    """Set the address in a copy."""
    command = [sys.executable, folder / ".ci" / "owner.py", wanted]
    return subprocess.run(command, capture_output=True, text=True)


def content(folder: Path) -> dict[str, str]:
    """The text of every file of a copy that stands in the repository."""
    names = [str(path.relative_to(ROOT)) for path in FILES]
    return {name: (folder / name).read_text("utf-8") for name in names}


def test_the_address_is_set_everywhere_and_can_be_set_again(copy) -> None:
    """A second run changes no byte; another owner, then the first one, brings
    the first files back.
    """
    done = own(copy, "some-body/attnbook")
    assert done.returncode == 0, done.stderr
    first = content(copy)
    owners = {name: {*OWNED.findall(text)} for name, text in first.items()}
    named = {name for name, found in owners.items() if found}
    assert {*named} == {"_config.yml", *(n for n in first if "ipynb" in n)}
    assert all(owners[name] == {"some-body"} for name in named)
    assert ": 0 files changed" in own(copy, "some-body").stdout
    assert content(copy) == first
    nothing_else_has_changed(copy)
    own(copy, "other/a.course")
    url = yaml.safe_load(content(copy)["_config.yml"])["repository"]["url"]
    assert url == "https://github.com/other/a.course"
    own(copy, "some-body/attnbook")
    assert content(copy) == first


def nothing_else_has_changed(copy: Path) -> None:
    """In a notebook: the badge, the set-up cell, and the hash of its code."""
    for path in NOTEBOOKS:
        before = nbformat.read(path, 4)
        after = nbformat.read(copy / path.relative_to(ROOT), 4)
        assert before.cells[2:] == after.cells[2:]
        source = after.metadata.pop("attnbook").source
        assert source != before.metadata.pop("attnbook").source
        assert before.metadata == after.metadata


BAD = ("", "OWNER", "a b", "a/b/c", "a/..", "https://github.com/a", "a'; true")


def test_a_bad_name_is_refused(copy, monkeypatch) -> None:
    """In one line, and nothing changes."""
    before = content(copy)
    done = own(copy, "a b")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert "make owner OWNER=name" in done.stderr
    assert content(copy) == before
    monkeypatch.syspath_prepend(ROOT / ".ci")
    for name in BAD:
        with pytest.raises(ValueError, match="no name of"):
            importlib.import_module("owner").parts(name)
