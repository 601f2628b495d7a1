"""Who may import what, beside the contracts of `[tool.importlinter]`."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.environment import closure, modules, top_level

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


def test_one_door_to_the_network() -> None:
    """Only data.fetch may open a connection."""
    doors = {
        name
        for name, path in modules().items()
        if {i.split(".")[0] for i in imports(path)} & NETWORK
    }
    assert doors == {"attnbook.data.fetch"}


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
        if not {"grading", "__main__"} & {*name.split(".")}
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
