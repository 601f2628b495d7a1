"""The files around the library agree with each other."""

import re
from pathlib import Path

import pytest
import yaml

from tests.environment import NOTEBOOKS, PINS, PYPROJECT, ROOT, tracked

ADDRESS = yaml.safe_load((ROOT / "_config.yml").read_text())["repository"][
    "url"
]
MAKE = (ROOT / "Makefile").read_text()
TERMS = "lib/attnbook/weights/TERMS.md"
COPIES = {path.relative_to(ROOT) for path in NOTEBOOKS}


def holders(pattern: str) -> set[Path]:
    """The files of text in which a pattern occurs."""
    return {
        path
        for path in tracked()
        if path.suffix not in (".png", ".safetensors", ".ico", ".ttf", ".woff2")
        and re.search(pattern, (ROOT / path).read_text(encoding="utf-8"))
    }


def test_one_version_of_ruff() -> None:
    """pre-commit formats with the ruff that the tests check with."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())
    (ruff,) = [hook for hook in hooks["repos"] if "ruff" in hook["repo"]]
    assert ruff["rev"] == f"v{PINS['ruff']}"


def test_environment_installs_the_same() -> None:
    """environment.yml and the Makefile install one set of extras with the same
    constraints.
    """
    conda = yaml.safe_load((ROOT / "environment.yml").read_text())
    pip = conda["dependencies"][-1]["pip"]
    assert pip == ["-c constraints.txt", "torch", "-e .[book,dev,grading,test]"]
    install = "install -q --no-compile -c constraints.txt"
    assert f"{install} torch" in MAKE
    assert f'{install} -e ".[book,dev,grading,test]"' in MAKE


def test_one_place_for_the_address() -> None:
    """The repository's address is written in _config.yml; notebooks carry
    copies that `make notebooks` makes, and name no other owner.
    """
    where = re.escape(ADDRESS.removeprefix("https://"))
    assert {path.name for path in holders(where) - COPIES} == {"_config.yml"}
    owner, name = ADDRESS.split("/")[-2:]
    for path in NOTEBOOKS:
        text = path.read_text(encoding="utf-8")
        found = re.findall(rf"github(?:\.com)?/([\w.-]+)/{name}\b", text)
        assert set(found) == {owner}, path.stem


def test_no_registry_is_named() -> None:
    """Where packages come from is the reader's own setting."""
    hosts = (
        r"\b(files\.pythonhosted|"
        + "pypi"
        + r")\.(org|python)\b|download\.pytorch\.org|--(extra-)?index-url"
    )
    assert {path.name for path in holders(hosts)} <= {"test_project.py"}


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "LICENSE-TEXT.md"]
)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link and picture of the pages at the top is a file."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / name).read_text())
    assert not [link for link in links if not (ROOT / link).exists()]


@pytest.mark.parametrize(
    "name", ["README.md", "LICENSE-TEXT.md", "book/results.md", TERMS]
)
def test_terms_of_real_sentences_stand_where_they_are(name: str) -> None:
    text = " ".join((ROOT / name).read_text(encoding="utf-8").split())
    assert "Multi30k" in text
    assert "non-commercial research and education only" in text


def test_readme_says_how_long_the_library_is() -> None:
    """To the next thousand lines."""
    lines = sum(
        len((ROOT / path).read_text(encoding="utf-8").splitlines())
        for path in tracked("lib/attnbook")
        if path.suffix == ".py"
    )
    told = re.search(
        r"fewer than ([\d,]+) lines", (ROOT / "README.md").read_text()
    )
    assert told
    assert lines < int(told[1].replace(",", "")) <= lines + 1000


def test_no_large_files() -> None:
    """Nothing above 6 MB is committed, no model either."""
    sizes = {path: (ROOT / path).stat().st_size for path in tracked()}
    assert not [path for path, size in sizes.items() if size > 6_000_000]


def test_every_python_from_the_oldest_is_tested() -> None:
    """The workflow's oldest Python is the one that pyproject.toml asks for, and
    none is left out.
    """
    workflow = ROOT / ".github" / "workflows" / "test.yml"
    job = yaml.safe_load(workflow.read_text())["jobs"]["linux"]
    pythons = job["strategy"]["matrix"]["python"]
    oldest = PYPROJECT["project"]["requires-python"].removeprefix(">=")
    first, last = (int(x.removeprefix("3.")) for x in (oldest, pythons[-1]))
    assert pythons == [f"3.{minor}" for minor in range(first, last + 1)]
    assert len(pythons) >= 3
    assert job["container"] == "python:${{ matrix.python }}-bookworm"


def test_changes_and_citation_are_of_this_version() -> None:
    """CHANGELOG.md opens with the version in pyproject.toml."""
    project = PYPROJECT["project"]
    changes = (ROOT / "CHANGELOG.md").read_text()
    first = re.search(r"^## (\S+)", changes, re.MULTILINE)
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert first and first[1] == project["version"] == cited["version"]
    assert cited["license"] == project["license"]
    assert project["description"].startswith(cited["title"])
