"""What others install: the wheel holds the library whole, and a notebook's
set-up cell works as written on Colab.
"""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import nbformat
import pytest

from tests.environment import NOTEBOOKS, ROOT, closure, top_level, tracked

GIVEN = ["attnbook", "ipykernel", "pip"]
"""What Colab has, or pip would fetch: all that the wheel asks for."""


def run(*command: str | Path, **options) -> str:
    """Run a program; its output, or a failed test with all that it said."""
    done = subprocess.run(
        [*map(str, command)], capture_output=True, text=True, **options
    )
    assert done.returncode == 0, (
        f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    )
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        folder,
        ROOT,
    )
    return zipfile.ZipFile(next(folder.glob("*.whl")))


def test_wheel_is_the_library(wheel: zipfile.ZipFile) -> None:
    """Every file of lib is in it, results, models and the mark of PEP 561 too,
    and nothing else but its description.
    """
    files = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert "attnbook/py.typed" in files
    assert files == {
        path.relative_to("lib").as_posix() for path in tracked("lib")
    }


@pytest.fixture(scope="module")
def colab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The python of a fresh environment that has what Colab has.

    They are links to the packages of this environment: a copy of torch would
    take a minute.
    """
    folder = tmp_path_factory.mktemp("colab")
    venv.create(folder / "venv", symlinks=True)
    given = folder / "given"
    (given / "google" / "colab").mkdir(parents=True)
    (given / "google" / "colab" / "__init__.py").write_text(
        '"""An imitation of the module that Colab imports."""\n'
    )
    distributions = closure(GIVEN)
    del distributions["attnbook"]
    for distribution in distributions.values():
        names = top_level(distribution) | {
            file.parts[0]
            for file in distribution.files
            if ".dist-info" in file.parts[0]
        }
        for source in (
            Path(distribution.locate_file(name)) for name in sorted(names)
        ):
            for path in (source, source.with_suffix(".py")):
                if path.exists() and not (given / path.name).exists():
                    (given / path.name).symlink_to(path)
    site = next((folder / "venv" / "lib").glob("python*")) / "site-packages"
    (site / "given.pth").write_text(f"{given}\n")
    return folder / "venv" / "bin" / "python"


AS_A_NOTEBOOK = """
import sys
from pathlib import Path

import google.colab, numpy, torch
from IPython.core.interactiveshell import InteractiveShell

given = torch.__file__, numpy.__file__
shell = InteractiveShell.instance()
shell.run_cell(Path(sys.argv[1]).read_text()).raise_error()
imports = "from attnbook import attention; from attncourse import chapter1"
shell.run_cell(imports).raise_error()
import attnbook
assert Path(attnbook.__file__).is_relative_to(sys.prefix), attnbook.__file__
assert given == (torch.__file__, numpy.__file__)
folder = Path(attnbook.__file__).parent.parent
assert not list(folder.glob("torch*")), "torch was installed again"
assert not list(folder.glob("numpy*")), "numpy was installed again"
"""


def test_setup_cell_on_colab(
    colab: Path, wheel: zipfile.ZipFile, tmp_path: Path
) -> None:
    """As written, with the wheel in the place of the release's address, it
    installs the course and leaves torch and numpy alone.
    """
    source = nbformat.read(NOTEBOOKS[0], as_version=4).cells[1].source
    (release,) = {*re.findall(r"git\+https://[^ \"\n]+", source)}
    cell = tmp_path / "cell.ipy"
    cell.write_text(source.replace(release, str(wheel.filename)))
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("PYTHON")
    } | {"PIP_NO_INDEX": "1"}
    run(colab, "-c", AS_A_NOTEBOOK, cell, cwd=tmp_path, env=environment)
    program = colab.parent / "attnbook"
    answer = run(program, "--help", cwd=tmp_path, env=environment)
    assert "translate" in answer
