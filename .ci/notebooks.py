"""Run every notebook again and store its outputs; `make notebooks` calls this.

A notebook is written back only when its code or an output that tests compare
has changed, so a second run changes no byte. The badge and the set-up cell are
derived from _config.yml and pyproject.toml, the folds of a guess from its tag,
the minutes of a chapter from its words and figures.
"""

import argparse
import hashlib
import os
import re
import tomllib
from pathlib import Path

import nbformat
import reading
import yaml
from ipykernel.ipkernel import IPythonKernel
from nbclient import NotebookClient
from nbformat import NotebookNode
from nbval.plugin import get_sanitize_patterns

ROOT = Path(__file__).parent.parent
BADGE = re.compile(r"\[!\[Open in Colab\].*")
NOT_COMPARED = (
    "image/png",
    "image/jpeg",
    "application/vnd.jupyter.widget-view+json",
)
SETUP = """import sys
from importlib.util import find_spec

if "google.colab" in sys.modules:  # install the release of this notebook
    %pip install --quiet git+{address}@{tag}
elif not find_spec("attnbook"):
    raise ModuleNotFoundError(
        "attnbook is missing; to install it, run "
        "%pip install git+{address}@{tag}"
    )
import torch

torch.set_num_threads(1)  # tiny models: two notebooks would slow each other"""
FOLDED = {
    "cellView": "form",
    "jupyter": {"source_hidden": True},
    "tags": ["setup", "hide-input"],
}
"""The set-up cell shows its source on demand: on the site, in JupyterLab, in
Colab.
"""
CLOSED = {
    "cellView": "form",
    "jupyter": {"outputs_hidden": True, "source_hidden": True},
}
"""A cell that answers a guess: JupyterLab keeps its code and its stored output
closed, and shows the output of a new run; Colab closes the code.
"""


def paths(root: Path = ROOT) -> list[Path]:
    """All notebooks of the course, chapters first."""
    found = [
        *sorted(root.glob("chapters/*.ipynb")),
        *sorted(root.glob("chapters/exercises/*.ipynb")),
    ]
    return [*found, *sorted(root.glob("book/*.ipynb"))]


def address(root: Path = ROOT) -> str:
    """The repository's address; _config.yml is the one place where it is
    written.
    """
    return yaml.safe_load((root / "_config.yml").read_text())["repository"][
        "url"
    ]


def tag(root: Path = ROOT) -> str:
    """The tag of the release that this checkout is, or will become."""
    return (
        "v"
        + tomllib.loads((root / "pyproject.toml").read_text())["project"][
            "version"
        ]
    )


def badge(path: Path, root: Path = ROOT) -> str:
    """The line that opens the notebook in Colab, at the tag whose package its
    set-up cell installs.
    """
    where = address(root).removeprefix("https://github.com/")
    colab = "https://colab.research.google.com"
    page = path.relative_to(root).as_posix()
    link = f"{colab}/github/{where}/blob/{tag(root)}/{page}"
    return f"[![Open in Colab]({colab}/assets/colab-badge.svg)]({link})"


def setup(root: Path = ROOT) -> str:
    """The source of every notebook's second cell."""
    return SETUP.format(address=address(root), tag=tag(root))


def stamp(nb: NotebookNode, path: Path, root: Path = ROOT) -> None:
    """Bring the badge, the set-up cell and the folds of guesses up to date."""
    first, second = nb.cells[:2]
    first.source = BADGE.sub(lambda _: badge(path, root), first.source)
    second.source = setup(root)
    second.metadata = nbformat.from_dict(FOLDED)
    for cell in nb.cells:
        if "guess" in cell.metadata.get("tags", []):
            cell.metadata.update(nbformat.from_dict(CLOSED))


def fingerprint(nb: NotebookNode) -> str:
    """A hash of all code: stored with the outputs, it says which source they
    belong to.
    """
    code = [cell.source for cell in nb.cells if cell.cell_type == "code"]
    return hashlib.sha256("\0".join(code).encode()).hexdigest()[:16]


def metadata(nb: NotebookNode) -> NotebookNode:
    """What a stored notebook says of itself: what JupyterLab writes when it
    saves, but for the version of Python.
    """
    kernel = {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    }
    language = {
        name: value
        for name, value in IPythonKernel.language_info.items()
        if name != "version"
    }
    return nbformat.from_dict(
        {
            "attnbook": {"source": fingerprint(nb)},
            "kernelspec": kernel,
            "language_info": language,
        }
    )


def execute(nb: NotebookNode, folder: Path) -> None:
    """Run all cells in a fresh kernel and keep the outputs; raises
    CellExecutionError at the first cell that fails.
    """
    options = {
        "record_timing": False,
        "coalesce_streams": True,
        "store_widget_state": False,
        "timeout": 600,
    }
    NotebookClient(
        nb,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        **options,
    ).execute()
    for output in (
        o for cell in nb.cells if cell.cell_type == "code" for o in cell.outputs
    ):
        output.get("data", {}).pop(
            "application/vnd.jupyter.widget-view+json", None
        )
    nb.metadata = metadata(nb)


def compared(nb: NotebookNode) -> list[str]:
    """What nbval compares: the outputs of every cell that is not told to be
    ignored, without pictures; and what plots are on a phone.
    """
    text = []
    for cell in (c for c in nb.cells if c.cell_type == "code"):
        if "nbval-ignore-output" in cell.metadata.get("tags", []):
            continue
        for output in cell.outputs:
            data = sorted(
                (kind, value)
                for kind, value in output.get("data", {}).items()
                if kind not in NOT_COMPARED
            )
            text.append(
                f"{cell.id} {output.output_type} {output.get('name')} "
                f"{output.get('text')} {data} {output.get('metadata')}"
            )
    for regex, replacement in get_sanitize_patterns(
        (ROOT / ".ci" / "sanitize.cfg").read_text()
    ):
        text = [re.sub(regex, replacement, line) for line in text]
    return text


def refresh(path: Path, root: Path = ROOT, force: bool = False) -> bool:
    """Run one notebook; write it back if it changed. True if it was written."""
    stored = nbformat.read(path, as_version=4)
    nb = nbformat.read(path, as_version=4)
    stamp(nb, path, root)
    execute(nb, path.parent)
    reading.timed(nb)
    before, after = (
        [(c.source, c.metadata, c.get("execution_count")) for c in n.cells]
        for n in (stored, nb)
    )
    same = (
        before == after
        and stored.metadata == nb.metadata
        and compared(stored) == compared(nb)
    )
    if same and not force:
        return False
    nbformat.write(nb, path)
    return True


def main() -> None:
    """Refresh the notebooks named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "notebooks", nargs="*", type=Path, help="by default all notebooks"
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="write every notebook, changed or not",
    )
    choice = parser.parse_args()
    os.environ |= {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "0"}
    os.environ.pop("ATTNBOOK_DATA", None)
    for path in choice.notebooks or paths():
        written = refresh(path.resolve(), force=choice.force)
        print(f"{'written  ' if written else 'unchanged'} {path}", flush=True)


if __name__ == "__main__":
    main()
