"""What is installed, and what is in the checkout: shared by the tests of the
project itself.
"""

import importlib.metadata as metadata
import re
import subprocess
import tomllib
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import nbformat
from nbformat import NotebookNode
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PINS = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text().splitlines()
)
CHAPTERS = sorted(ROOT.glob("chapters/*.ipynb"))
NOTEBOOKS = [
    *CHAPTERS,
    *sorted(ROOT.glob("chapters/exercises/*.ipynb")),
    *sorted(ROOT.glob("book/*.ipynb")),
]


def cells(path: Path, kind: str | None = None) -> list[NotebookNode]:
    """The cells of a notebook, all or those of a kind."""
    found = nbformat.read(path, as_version=4).cells
    return [cell for cell in found if kind in (None, cell.cell_type)]


def prose(path: Path) -> str:
    """The Markdown of a notebook."""
    return "\n\n".join(cell.source for cell in cells(path, "markdown"))


def room(chapter: str, name: str) -> ModuleType:
    """The file of that name among the tests of a chapter."""
    return import_module(f"tests.attncourse.{chapter}.{name}")


def rooms(name: str) -> dict[str, ModuleType]:
    """The files of that name among the tests of the chapters and of the first
    page, by room; not every room needs one.
    """
    path = f"{name.replace('.', '/')}.py"
    tests = ROOT / "tests" / "attncourse"
    found = sorted(tests.glob(f"chapter*/{path}"))
    found += tests.glob(f"front/{path}")
    places = (file.relative_to(tests).parts[0] for file in found)
    return {place: room(place, name) for place in places}


def closure(
    requirements: Iterable[str], everywhere: bool = False
) -> dict[str, metadata.Distribution]:
    """The installed distributions that the requirements need, directly or not,
    by canonical name; `everywhere` leaves out what is needed on some systems
    only.
    """
    found: dict[str, metadata.Distribution] = {}
    seen, todo = set(), [Requirement(line) for line in requirements]
    while todo:
        wanted = todo.pop()
        key = (canonicalize_name(wanted.name), frozenset(wanted.extras))
        if key in seen:
            continue
        seen.add(key)
        found[key[0]] = metadata.distribution(wanted.name)
        extras = [*wanted.extras, ""]
        for line in found[key[0]].requires or []:
            inner = Requirement(line)
            if everywhere and conditional(inner):
                continue
            if inner.marker is None or any(
                inner.marker.evaluate({"extra": extra}) for extra in extras
            ):
                todo.append(inner)
    return found


def conditional(requirement: Requirement) -> bool:
    """True if the requirement holds on some systems only, by their Python or
    their platform.
    """
    return any(
        variable in str(requirement.marker)
        for variable in default_environment()
    )


def top_level(distribution: metadata.Distribution) -> set[str]:
    """The names of the modules and packages that a distribution puts at the top
    of the path.
    """
    names = {
        Path(file.parts[0]).name
        for file in distribution.files or []
        if file.parts[0] != ".."
    }
    return {
        re.sub(r"(\.[\w-]+)*\.(py|so|pyd)$", "", name)
        for name in names
        if not name.endswith((".dist-info", ".pth"))
    }


def tracked(folder: str = ".") -> list[Path]:
    """Every file of the checkout that git knows or would add, relative to the
    top.
    """
    options = ("--cached", "--others", "--exclude-standard", "-z")
    output = subprocess.run(
        ["git", "ls-files", *options, folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return [
        Path(name)
        for name in sorted(set(output.split("\0")))
        if name and (ROOT / name).is_file()
    ]


def modules() -> dict[str, Path]:
    """The modules of library and course by dotted name, packages under the
    name of their folder.
    """
    paths = [path for path in tracked("lib") if path.suffix == ".py"]
    dotted = {
        ".".join(path.relative_to("lib").with_suffix("").parts): ROOT / path
        for path in paths
    }
    return {
        name.removesuffix(".__init__"): path for name, path in dotted.items()
    }
