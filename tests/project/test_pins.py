"""The versions in constraints.txt are those that are installed."""

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.environment import PINS, PYPROJECT, closure, conditional

FULL = "attnbook[book,dev,grading,test]"
PINNED = {canonicalize_name(name): version for name, version in PINS.items()}


def test_pins_are_what_is_installed() -> None:
    """constraints.txt holds the exact version of every distribution that is
    needed, and no other.

    What only some systems need (another Python, another platform, torch with
    CUDA) may be installed without a pin and pinned without being installed.
    """
    found = closure([FULL])
    installed = {name: x.version.split("+")[0] for name, x in found.items()}
    lines = [
        Requirement(line) for x in found.values() for line in x.requires or []
    ]
    sometimes = {canonicalize_name(x.name) for x in lines if conditional(x)}
    needed = closure([FULL], everywhere=True).keys() - {"attnbook"}
    assert needed - PINNED.keys() == set(), "installed, not pinned"
    assert PINNED.keys() - installed.keys() - sometimes == set(), "not needed"
    both = PINNED.keys() & installed.keys()
    assert [x for x in both if PINNED[x] != installed[x]] == []


def test_pins_run_on_every_python_that_is_promised() -> None:
    """The first release of each: Debian's 3.11 is 3.11.2."""
    for name, found in closure([FULL]).items():
        wanted = SpecifierSet(found.metadata.get("Requires-Python") or "")
        for python in ("3.11.0", "3.12.0", "3.13.0"):
            assert wanted.contains(python), name


def test_pins_lie_in_the_ranges() -> None:
    """Every range in pyproject.toml accepts the pinned version; what others
    install pins none.
    """
    extras = PYPROJECT["project"]["optional-dependencies"]
    core = PYPROJECT["project"]["dependencies"]
    assert not [line for line in core if "==" in line]
    lines = [
        *core,
        *(
            x
            for name in extras
            if name not in ("bench", "mutants")
            for x in extras[name]
        ),
    ]
    for needed in map(Requirement, lines):
        version = PINNED[canonicalize_name(needed.name)]
        assert needed.specifier.contains(version), needed
