"""The files around the library agree with each other."""

import re
import tomllib
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.environment import NOTEBOOKS, ROOT, closure, conditional, tracked

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PINS = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text().splitlines()
)
TERMS = "lib/attnbook/weights/TERMS.md"
TEXT = [
    path
    for path in tracked()
    if path.suffix not in (".png", ".safetensors", ".ico", ".ttf")
]


def disagreements(full: str, pins: dict[str, str], **where: Any) -> list[str]:
    """What the pins and the installation of `full` say differently; `where` is
    as in `closure`.

    What only some systems need (another Python, another platform, torch with
    CUDA) may be installed without a pin and pinned without being installed;
    where it is both, its version counts.
    """
    pins = {canonicalize_name(name): version for name, version in pins.items()}
    found = closure([full], **where)
    versions = {
        name: distribution.version.split("+")[0]
        for name, distribution in found.items()
    }
    lines = [
        Requirement(line)
        for distribution in found.values()
        for line in distribution.requires or []
    ]
    sometimes = {
        canonicalize_name(line.name) for line in lines if conditional(line)
    }
    both = sorted(versions.keys() & pins.keys())
    wrong = [
        f"{name}: {versions[name]} is installed, {pins[name]} pinned"
        for name in both
    ]
    wrong = [
        line
        for line, name in zip(wrong, both, strict=True)
        if versions[name] != pins[name]
    ]
    unpinned = (
        closure([full], everywhere=True, **where).keys()
        - pins.keys()
        - {canonicalize_name(full.split("[")[0])}
    )
    wrong += [
        f"{name}: {versions[name]} is installed, not pinned"
        for name in sorted(unpinned)
    ]
    return wrong + [
        f"{name}: pinned, not needed"
        for name in sorted(pins.keys() - versions.keys() - sometimes)
    ]


def test_pins_are_what_is_installed() -> None:
    """constraints.txt holds the exact version of every distribution that is
    needed, and no other.
    """
    assert disagreements("attnbook[book,dev,grading,test]", PINS) == []


COURSE = {
    "course": (
        "0.1",
        ["torch>=2", "server; extra == 'book'", "absent; extra == 'bench'"],
    ),
    "torch": (
        "2.13.0",
        [
            "sympy",
            "Cuda_Toolkit[blas]==13; platform_system == 'Linux'",
            "triton; python_version < '4'",
        ],
    ),
    "sympy": ("1.14", []),
    "server": ("2.21", ["overrides>=5; python_version < '3.12'"]),
    "overrides": ("7.7", []),
    "cuda-toolkit": ("13.0.3", ["nvidia-blas; extra == 'blas'"]),
    "nvidia-blas": ("13.1", ["nvidia-runtime"]),
    "nvidia-runtime": ("13.0", []),
    "triton": ("3.7.1", []),
}
"""A course with torch as pip usually has it on Linux, and what each
distribution requires.
"""

CPU = {"torch": ("2.13.0+cpu", ["sympy"])}
COURSE_PINS = {
    "torch": "2.13.0",
    "SymPy": "1.14",
    "server": "2.21",
    "overrides": "7.7",
}


def simulated(
    python: str, pins: dict[str, str], **other: tuple[str, list[str]]
) -> list[str]:
    """The disagreements on a machine with this Python where the course is
    installed.
    """
    there = COURSE | other

    def find(name: str) -> SimpleNamespace:
        version, requires = there[canonicalize_name(name)]
        return SimpleNamespace(version=version, requires=requires)

    return disagreements(
        "course[book]",
        pins,
        find=find,
        python_version=python,
        platform_system="Linux",
    )


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize(
    "torch", [{}, CPU], ids=["torch with CUDA", "torch for CPU"]
)
def test_one_set_of_pins_is_right_on_every_machine(
    python: str, torch: dict
) -> None:
    """CUDA's distributions are no mistake where torch brings them, nor is what
    only an older Python needs.
    """
    assert simulated(python, COURSE_PINS, **torch) == []


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_pins_that_are_wrong_are_named(python: str) -> None:
    """Another version, a need without a pin, a pin without a need."""
    pins = COURSE_PINS.copy()
    assert simulated(python, pins | {"SymPy": "1.13"}) == [
        "sympy: 1.14 is installed, 1.13 pinned"
    ]
    assert simulated(python, pins | {"einops": "0.8"}) == [
        "einops: pinned, not needed"
    ]
    del pins["SymPy"]
    assert simulated(python, pins) == ["sympy: 1.14 is installed, not pinned"]


@pytest.mark.parametrize("python", ["3.11.0", "3.12.0", "3.13.0"])
def test_pins_run_on_every_python_that_is_promised(python: str) -> None:
    """The first release of each: Debian's 3.11 is 3.11.2."""
    needed = closure(["attnbook[book,dev,grading,test]"])
    wanted = {
        name: found.metadata.get("Requires-Python") or ""
        for name, found in needed.items()
    }
    assert not {
        name: wants
        for name, wants in wanted.items()
        if not SpecifierSet(wants).contains(python)
    }


def test_pins_lie_in_the_ranges() -> None:
    """Every range in pyproject.toml accepts the pinned version."""
    extras = PYPROJECT["project"]["optional-dependencies"]
    lines = [
        *PYPROJECT["project"]["dependencies"],
        *(x for name in extras if name != "bench" for x in extras[name]),
    ]
    pins = {canonicalize_name(name): version for name, version in PINS.items()}
    wrong = [
        line
        for line in lines
        if not (r := Requirement(line)).specifier.contains(
            pins[canonicalize_name(r.name)]
        )
    ]
    assert not wrong


def test_one_version_of_ruff() -> None:
    """pre-commit formats with the ruff that the tests check with."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())[
        "repos"
    ]
    assert [repo["rev"] for repo in hooks if "ruff" in repo["repo"]] == [
        f"v{PINS['ruff']}"
    ]


def test_only_annotations_are_excused_from_a_rule() -> None:
    """The one rule that is off everywhere is the one that array annotations
    break.
    """
    lint = PYPROJECT["tool"]["ruff"]["lint"]
    assert lint["ignore"] == ["F722"]
    assert not {"extend-ignore", "per-file-ignores"} & lint.keys()


def test_environment_installs_the_same() -> None:
    """environment.yml and the Makefile install one set of extras with the same
    constraints.
    """
    pip = yaml.safe_load((ROOT / "environment.yml").read_text())[
        "dependencies"
    ][-1]["pip"]
    make = (ROOT / "Makefile").read_text()
    assert pip == ["-c constraints.txt", "torch", "-e .[book,dev,grading,test]"]
    assert "install -q -c constraints.txt torch" in make
    assert 'install -q -c constraints.txt -e ".[book,dev,grading,test]"' in make


def test_one_place_for_the_address() -> None:
    """The repository's address is written in _config.yml; notebooks carry
    copies that `make notebooks` makes.
    """
    address = yaml.safe_load((ROOT / "_config.yml").read_text())["repository"][
        "url"
    ]
    where = address.removeprefix("https://")
    copies = {path.relative_to(ROOT) for path in NOTEBOOKS}
    holders = {
        path
        for path in TEXT
        if where in (ROOT / path).read_text(encoding="utf-8")
    }
    assert holders - copies == {
        path for path in holders if path.name == "_config.yml"
    }


@pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_copies_of_the_address(path) -> None:
    """Whatever a notebook names on the repository's host is this repository."""
    address = yaml.safe_load((ROOT / "_config.yml").read_text())["repository"][
        "url"
    ]
    owner, name = address.split("/")[-2:]
    found = set(
        re.findall(
            rf"github(?:\.com)?/([\w.-]+)/{name}\b",
            path.read_text(encoding="utf-8"),
        )
    )
    assert found == {owner}


def test_no_placeholder_owner_elsewhere() -> None:
    """OWNER stands for the owner in _config.yml and its copies, nowhere
    else.
    """
    allowed = {path.relative_to(ROOT) for path in NOTEBOOKS}
    holders = {
        path
        for path in TEXT
        if re.search(
            r"\bOWNER/attnbook\b", (ROOT / path).read_text(encoding="utf-8")
        )
    }
    assert {str(path) for path in holders - allowed} <= {
        "_config.yml",
        "tests/project/test_project.py",
    }


def test_no_registry_is_named() -> None:
    """Where packages come from is the reader's own setting."""
    hosts = re.compile(
        r"\b(files\.pythonhosted|"
        + "pypi"
        + r")\.(org|python)\b|download\.pytorch\.org|--(extra-)?index-url"
    )
    holders = [
        path
        for path in TEXT
        if path.name != "test_project.py"
        and hosts.search((ROOT / path).read_text("utf-8"))
    ]
    assert not holders


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "LICENSE-TEXT.md"]
)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link and picture of the pages at the top is a file."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / name).read_text())
    assert not [link for link in links if not (ROOT / link).exists()]


@pytest.mark.parametrize(
    "name",
    ["README.md", "LICENSE-TEXT.md", "book/results.md", TERMS],
)
def test_terms_of_real_sentences_stand_where_they_are(name: str) -> None:
    text = " ".join((ROOT / name).read_text(encoding="utf-8").split())
    assert "Multi30k" in text
    assert "non-commercial research and education only" in text


def test_readme_is_filled_in() -> None:
    """The times that README tells were measured: no mark of a gap (a word
    between two @) is left.
    """
    assert not re.findall(r"@[A-Z]+@", (ROOT / "README.md").read_text())


def test_no_large_files() -> None:
    """Nothing above 8 MB is committed."""
    assert not [
        path for path in tracked() if (ROOT / path).stat().st_size > 8 * 2**20
    ]


WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text())
    for path in (ROOT / ".github" / "workflows").glob("*.yml")
}


def steps(name: str) -> list[str]:
    """What a workflow runs, in order."""
    return [
        step["run"]
        for job in WORKFLOWS[name]["jobs"].values()
        for step in job["steps"]
        if "run" in step
    ]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_call_what_readers_call(name: str) -> None:
    """Every step of a workflow that runs something runs .ci/run or make."""
    assert steps(name)
    assert all(
        re.fullmatch(r"\.ci/run|make [\w =]+", step) for step in steps(name)
    )


def test_every_python_from_the_oldest_is_tested() -> None:
    """The workflow's oldest Python is the one that pyproject.toml asks for, and
    none is left out.
    """
    job = WORKFLOWS["test"]["jobs"]["linux"]
    pythons = [
        tuple(map(int, version.split(".")))
        for version in job["strategy"]["matrix"]["python"]
    ]
    oldest = tuple(
        map(
            int,
            PYPROJECT["project"]["requires-python"]
            .removeprefix(">=")
            .split("."),
        )
    )
    assert pythons == [
        (3, minor) for minor in range(oldest[1], pythons[-1][1] + 1)
    ]
    assert len(pythons) >= 3
    assert job["container"] == "python:${{ matrix.python }}-bookworm"


def test_once_a_week_the_tests_see_real_sentences() -> None:
    """What `make data` fetches into the cache is what the tests find through
    ATTNBOOK_DATA.
    """
    workflow = WORKFLOWS["data"]
    environment = workflow["jobs"]["linux"]["env"]
    # YAML reads `on` as true
    assert re.fullmatch(
        r"\d+ \d+ \* \* \d", workflow[True]["schedule"][0]["cron"]
    )
    assert environment["ATTNBOOK_DATA"] == environment["ATTNBOOK_CACHE"]
    assert steps("data") == ["make data", ".ci/run"]


def test_version_has_its_changes() -> None:
    """CHANGELOG.md opens with the version in pyproject.toml."""
    first = re.search(
        r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    assert first and first[1] == PYPROJECT["project"]["version"]
