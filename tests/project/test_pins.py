"""The versions in constraints.txt are those that are installed, on every
machine.
"""

from types import SimpleNamespace
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.environment import PINS, PYPROJECT, closure, conditional


def disagreements(full: str, pins: dict[str, str], **where: Any) -> list[str]:
    """What the pins and the installation of `full` say differently; `where` is
    as in `closure`.

    What only some systems need (another Python, another platform, torch with
    CUDA) may be installed without a pin and pinned without being installed;
    where it is both, its version counts.
    """
    pins = {canonicalize_name(name): version for name, version in pins.items()}
    found = closure([full], **where)
    versions = {name: x.version.split("+")[0] for name, x in found.items()}
    lines = [
        Requirement(line) for x in found.values() for line in x.requires or []
    ]
    sometimes = {canonicalize_name(x.name) for x in lines if conditional(x)}
    itself = canonicalize_name(full.split("[")[0])
    needed = closure([full], everywhere=True, **where).keys() - {itself}
    told = {
        name: f"{versions[name]} is installed, {pins[name]} pinned"
        for name in versions.keys() & pins.keys()
        if versions[name] != pins[name]
    }
    for name in needed - pins.keys():
        told[name] = f"{versions[name]} is installed, not pinned"
    for name in pins.keys() - versions.keys() - sometimes:
        told[name] = "pinned, not needed"
    return sorted(f"{name}: {said}" for name, said in told.items())


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
    pins = COURSE_PINS | {"SymPy": "1.13", "einops": "0.8"}
    del pins["server"]
    assert simulated(python, pins) == [
        "einops: pinned, not needed",
        "server: 2.21 is installed, not pinned",
        "sympy: 1.14 is installed, 1.13 pinned",
    ]


@pytest.mark.parametrize("python", ["3.11.0", "3.12.0", "3.13.0"])
def test_pins_run_on_every_python_that_is_promised(python: str) -> None:
    """The first release of each: Debian's 3.11 is 3.11.2."""
    needed = closure(["attnbook[book,dev,grading,test]"])
    wanted = {
        name: found.metadata.get("Requires-Python") or ""
        for name, found in needed.items()
    }
    wrong = [x for x in wanted if not SpecifierSet(wanted[x]).contains(python)]
    assert wrong == []


def test_pins_lie_in_the_ranges() -> None:
    """Every range in pyproject.toml accepts the pinned version."""
    extras = PYPROJECT["project"]["optional-dependencies"]
    lines = [
        *PYPROJECT["project"]["dependencies"],
        *(x for name in extras if name != "bench" for x in extras[name]),
    ]
    pins = {canonicalize_name(name): version for name, version in PINS.items()}
    for needed in map(Requirement, lines):
        version = pins[canonicalize_name(needed.name)]
        assert needed.specifier.contains(version), needed
