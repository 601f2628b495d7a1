"""Who may import whom: arrows point to lower rows only, never sideways except
inside a folder.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.environment import closure, modules, top_level

ROWS = (
    {"notation", "files"},
    {"spec", "scores", "masks", "results", "lora", "patches"},
    {"attention", "positions", "cache"},
    {"heads"},
    {"blocks"},
    {"data"},
    {"show", "check", "train", "decode", "metrics"},
    {"models"},
    {"findings"},
    {"pretrained", "grading"},
    {"recipes"},
    {"cli"},
    {"__main__"},
)
"""The library from the bottom to the top; a folder is one name."""

ONLY = {"spec": set(), "check": {"spec"}, "grading": {"check"}}
"""Parts that must stand alone: spec judges the rest, check and grading are
installed by students and graders.
"""

LEVEL = {name: level for level, row in enumerate(ROWS) for name in row}
NETWORK = {
    "pooch",
    "urllib",
    "requests",
    "http",
    "httpx",
    "socket",
    "huggingface_hub",
}


def imports(path: Path) -> set[str]:
    """Every module that a file imports, anywhere in it, as a dotted name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def parts(path: Path) -> set[str]:
    """The parts of the library that a file imports."""
    return {
        name.split(".")[1]
        for name in imports(path)
        if name.startswith("attnbook.")
    }


def part(name: str) -> str:
    """The part of the library that a module belongs to."""
    return name.split(".")[1]


LIBRARY = {name: path for name, path in modules().items() if name != "attnbook"}


def test_every_part_has_a_row() -> None:
    """A new part is placed before it is used."""
    assert {part(name) for name in LIBRARY} - LEVEL.keys() == set()


@pytest.mark.parametrize("name", LIBRARY)
def test_arrows_point_down(name: str) -> None:
    """No module imports from its own row or from a higher one, but for its own
    folder.
    """
    wrong = {
        other
        for other in parts(LIBRARY[name]) - {part(name)}
        if LEVEL[other] >= LEVEL[part(name)]
    }
    assert not wrong, f"{name} imports {sorted(wrong)}, which are not below it"


@pytest.mark.parametrize(
    "name", [name for name in LIBRARY if part(name) in ONLY]
)
def test_parts_that_stand_alone(name: str) -> None:
    """spec sees notation only, check sees spec only, grading sees check only;
    all see the bottom row.
    """
    assert parts(LIBRARY[name]) <= ONLY[part(name)] | ROWS[0] | {part(name)}


def test_one_door_to_the_network() -> None:
    """Only data.fetch may open a connection."""
    doors = {
        name
        for name, path in LIBRARY.items()
        if {i.split(".")[0] for i in imports(path)} & NETWORK
    }
    assert doors == {"attnbook.data.fetch"}


def test_shapes_are_checked_wherever_they_are_stated(
    pytestconfig: pytest.Config,
) -> None:
    """The tests call every part whose annotations name axes through a checker
    of them, and no other.
    """
    *named, checker = pytestconfig.getoption("jaxtyping_packages").split(",")
    stated = {
        f"attnbook.{part(name)}"
        for name, path in LIBRARY.items()
        if any(each.startswith("jaxtyping.") for each in imports(path))
    }
    assert (set(named), checker) == (stated, "beartype.beartype")


CORE_ONLY = """
import importlib, sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in blocked:
            raise ModuleNotFoundError(f"not in the core: {name}", name=name)
blocked = set(sys.argv[1].split(","))
sys.meta_path.insert(0, Blocker())
for name in sys.argv[2].split(","):
    importlib.import_module(name)
"""


def test_core_needs_core_dependencies_only() -> None:
    """With everything else that is installed here hidden, every module of the
    core imports.
    """
    core = closure(["attnbook"])
    extras = closure(["attnbook[book,dev,grading,test]"])
    allowed = set().union(*map(top_level, core.values()))
    blocked = (
        set().union(*map(top_level, extras.values()))
        - allowed
        - sys.stdlib_module_names
    )
    wanted = [
        name
        for name in modules()
        if part(f"{name}.") not in ("grading", "__main__")
    ]
    assert {"pytest", "nbgrader", "sphinx"} <= blocked
    command = [
        sys.executable,
        "-W",
        "error",
        "-c",
        CORE_ONLY,
        ",".join(sorted(blocked)),
        ",".join(wanted),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
