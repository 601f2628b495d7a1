"""Every notebook has the same shape, was run as it stands, and `make notebooks`
and the budget do what they say.
"""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import nbformat
import pytest
import torch
from IPython.core.inputtransformer2 import TransformerManager
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
)

from attncourse.rooms import chapters
from tests.environment import CHAPTERS, NOTEBOOKS, ROOT, prose

EDITED = CHAPTERS
"""The chapters that an editor has cut."""

pytest_plugins = ["pytester"]


def command(name: str) -> ModuleType:
    """A program behind `make notebooks`."""
    sys.path.insert(0, str(ROOT / ".ci"))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.pop(0)


notebooks, reading = command("notebooks"), command("reading")
each = pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda path: f"{path.parent.name}/{path.stem}"
)


def read(path: Path) -> NotebookNode:
    """A notebook, valid by its own format."""
    nb = nbformat.read(path, as_version=4)
    nbformat.validate(nb)
    return nb


def code(path: Path) -> list[NotebookNode]:
    """The code cells of a notebook."""
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def test_all_notebooks_are_found() -> None:
    """The list of the tests is the list of `make notebooks`, and the table of
    contents shows every one.
    """
    assert notebooks.paths() == NOTEBOOKS
    contents = (ROOT / "_toc.yml").read_text()
    names = [str(p.relative_to(ROOT).with_suffix("")) for p in NOTEBOOKS]
    missing = [name for name in names if f"file: {name}\n" not in contents]
    assert missing == [], f"absent from _toc.yml: {missing}"


@each
def test_first_cell(path: Path) -> None:
    """Title, badge, minutes, needs; what the reader will be able to do comes
    before the first section.
    """
    cells = read(path).cells
    lines = cells[0].source.splitlines()
    assert lines[0].startswith("# ")
    assert notebooks.badge(path) in lines
    first = next(
        i for i, cell in enumerate(cells) if i and cell.source.startswith("## ")
    )
    opening = [
        line for cell in cells[:first] for line in cell.source.splitlines()
    ]
    goals = next(
        i
        for i, line in enumerate(opening)
        if re.fullmatch(r"\*\*After th(is|ese) \w+ you can\*\*", line)
    )
    assert opening[goals + 2].startswith("- ")
    assert any(
        re.search(
            r"\*\*Time:\*\* \d+ minutes?"
            r"( to read, \d+ with predictions and code)?\..*\*\*Needs:\*\* \S",
            line,
        )
        for line in lines
    )


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_minutes_of_a_chapter(path: Path) -> None:
    """To read: as it is counted (`reading`), an hour at most. With guesses and
    code: as the first page says; of the exercises: as they and it say. It says
    which of its sections may be skipped.
    """
    chapter = read(path)
    cells = chapter.cells
    texts = [c.source for c in cells if c.cell_type == "markdown"]
    to_read, more = re.search(
        r"\*\*Time:\*\* (\d+) minutes to read, \d+ with predictions and code\. "
        r"\*\*Exercises:\*\* (\d+) minutes more\.",
        texts[0],
    ).groups()
    assert int(to_read) == reading.minutes(chapter) <= 55
    assert reading.words(chapter) <= 3300
    assert len(reading.captions(chapter)) <= 23
    skipped = re.findall(
        r"\*([^*]+)\*", texts[0].partition("You may skip:** ")[2]
    )
    titles = re.findall(r"^#+ (.+)$", "\n".join(texts), re.MULTILINE)
    assert skipped
    assert all(any(t.startswith(s) for t in titles) for s in skipped), skipped
    titles = [
        read(one).cells[0].source
        for one in path.parent.glob(f"exercises/{path.name[:3]}*.ipynb")
    ]
    times = [re.search(r"\*\*Time:\*\* (\d+) minutes\.", x)[1] for x in titles]
    assert sum(map(int, times)) == int(more)


@pytest.mark.parametrize("path", EDITED, ids=lambda path: path.stem)
def test_a_chapter_fits_in_one_head(path: Path) -> None:
    """What it may weigh: words, figures and tables, captions, folds, ideas;
    each idea is a term that the chapter introduces.
    """
    nb = read(path)
    assert reading.words(nb) <= 2400
    assert reading.folds(nb) <= 3
    captions = [caption(text) for text in reading.captions(nb)]
    assert len(captions) <= 14
    sizes = [len(text.split()) for text in captions]
    assert max(sizes) <= 35, captions[sizes.index(max(sizes))]
    assert sum(sizes) / len(sizes) <= 25
    room = chapters()[f"chapter{int(path.stem[:2])}"]
    assert len(room.IDEAS) <= 12
    text = prose(path).lower()
    assert [
        idea for idea in room.IDEAS if f"*{idea.lower()}*" not in text
    ] == []


def caption(text: str) -> str:
    """Its words, without the link to how it was measured."""
    return re.sub(r"\[How this was measured\]\([^)]*\)", "", text)


@each
def test_second_cell(path: Path) -> None:
    """The set-up, the same everywhere."""
    cell = read(path).cells[1]
    assert (cell.cell_type, cell.source) == ("code", notebooks.setup())
    assert cell.metadata == notebooks.FOLDED


@each
def test_what_answers_a_guess_is_closed(path: Path) -> None:
    """Its code and its output, and nothing else of it is hidden."""
    for cell in code(path):
        tags = cell.metadata.get("tags", [])
        if "guess" in tags:
            assert {*tags} <= {"guess", "nbval-ignore-output"}, cell.id
            assert cell.metadata == notebooks.CLOSED | {"tags": tags}, cell.id


@pytest.mark.parametrize("colab", [True, False], ids=["colab", "elsewhere"])
def test_setup_without_the_package(
    monkeypatch: pytest.MonkeyPatch, colab: bool
) -> None:
    """On Colab the release is installed, at its tag, and nothing else;
    elsewhere the one error says how. Both come before torch is needed.
    """
    ran: list[tuple[str, ...]] = []
    shell = SimpleNamespace(run_line_magic=lambda *line: ran.append(line))
    package = f"git+{notebooks.address()}@{notebooks.tag()}"
    if colab:
        monkeypatch.setitem(sys.modules, "google.colab", None)
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    cell = TransformerManager().transform_cell(notebooks.setup())
    says = "torch" if colab else rf"missing.*%pip install {re.escape(package)}$"
    with pytest.raises(ModuleNotFoundError, match=says):
        exec(cell, {"get_ipython": lambda: shell})
    assert ran == [("pip", f"install --quiet {package}")] * colab


def test_setup_leaves_the_other_processors_alone() -> None:
    """After it, torch computes on one thread, whatever the machine offers."""
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    exec(TransformerManager().transform_cell(notebooks.setup()), {})
    found = torch.get_num_threads()
    torch.set_num_threads(before)
    assert found == 1


@each
def test_stored_run(path: Path) -> None:
    """Every cell was run, in order and without an error, and the code has not
    changed since. Live figures are stored as pages show them: a widget's state
    would not fit the next kernel.
    """
    cells = code(path)
    assert [cell.execution_count for cell in cells] == list(
        range(1, len(cells) + 1)
    )
    assert not [
        o for cell in cells for o in cell.outputs if o.output_type == "error"
    ]
    assert "application/vnd.jupyter.widget" not in path.read_text()
    assert read(path).metadata == notebooks.metadata(read(path)), (
        "run `make notebooks` after changing a notebook"
    )


@each
def test_cells_are_short_and_apart(path: Path) -> None:
    """No cell above 25 lines of code, and hardly ever two in a row; a check
    follows its answer.
    """
    sizes = [sum(map(bool, cell.source.splitlines())) for cell in code(path)]
    assert max(sizes) <= 25
    cells = [
        cell
        for cell in read(path).cells
        if "check" not in cell.metadata.get("tags", [])
    ]
    pairs = sum(
        a.cell_type == b.cell_type == "code"
        for a, b in zip(cells, cells[1:], strict=False)
    )
    assert pairs <= len(code(path)) // 5


@each
def test_ignored_outputs_are_followed_by_an_assertion(path: Path) -> None:
    """What depends on the machine is not compared; a later cell of its section
    says what must hold, and is.
    """
    sections: list[list[tuple[bool, str]]] = [[]]
    for cell in read(path).cells:
        if cell.cell_type == "code":
            sections[-1].append(
                (
                    "nbval-ignore-output" in cell.metadata.get("tags", []),
                    cell.source,
                )
            )
        elif cell.source.startswith("#"):
            sections.append([])
    for section in sections:
        first = next(
            (i for i, (ignored, _) in enumerate(section) if ignored), None
        )
        if first is not None:
            assert any(
                "assert" in source
                for ignored, source in section[first:]
                if not ignored
            ), section[first][1]


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one notebook that prints a random address, and a set-up
    that loads no torch.
    """
    for name in ("_config.yml", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    (tmp_path / "chapters").mkdir()
    title = new_markdown_cell("# Small\n\n[![Open in Colab](old)](old)")
    code = map(new_code_cell, ["old", "print(object())\n2 + 3"])
    path = tmp_path / "chapters" / "small.ipynb"
    nbformat.write(new_notebook(cells=[title, *code]), path)
    monkeypatch.setattr(notebooks, "SETUP", "# {address} {tag}")
    return path


def test_refresh_writes_what_changed(small: Path) -> None:
    """The first run writes badge, set-up and outputs; a second changes no byte.
    A changed output, code whose compared outputs stay the same, or another
    picture for phones, is written.
    """
    root = small.parents[1]
    assert notebooks.refresh(small, root)
    nb, before = read(small), small.read_bytes()
    assert nb.cells[0].source == f"# Small\n\n{notebooks.badge(small, root)}"
    assert nb.cells[1].source == notebooks.setup(root)
    assert nb.cells[2].outputs[-1].data == {"text/plain": "5"}
    assert not notebooks.refresh(small, root)
    assert small.read_bytes() == before
    nb.cells[2].source = "print(object())\n3 + 2"
    nb.cells[2].metadata = {"tags": ["guess"]}
    nbformat.write(nb, small)
    assert notebooks.refresh(small, root)
    assert read(small).cells[2].metadata.jupyter == notebooks.CLOSED["jupyter"]
    small.write_text(small.read_text().replace('"5"', '"6"'))
    assert notebooks.refresh(small, root)
    nb = read(small)
    nb.cells[2].outputs[-1].metadata = {"image/svg+xml": {"phone": "old"}}
    nbformat.write(nb, small)
    assert notebooks.refresh(small, root)


def test_refresh_keeps_a_failing_notebook(small: Path) -> None:
    """A cell that raises stops the run, and the file stays as it was."""
    small.write_text(small.read_text().replace("2 + 3", "1 / 0"))
    before = small.read_bytes()
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        notebooks.refresh(small, small.parents[1])
    assert small.read_bytes() == before


HUNGRY = """import subprocess, sys
child = ("x = bytearray(600_000_000); x[::4096] = bytes(len(x[::4096])); "
  "import time; time.sleep(1)")
subprocess.run([sys.executable, '-c', child], check=True).returncode"""


WORK = "from tests import budget\nbudget.work = lambda: {}"
"""Takes the place of a small training, which loads PyTorch."""


def test_budget(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notebook, its children counted, that takes too much memory fails by
    name; one that takes long is named, without failing; a cheap one is in the
    table. As in `make test`, other processes run them.
    """
    for name, source in (("cheap", "0"), ("hungry", HUNGRY)):
        costs(pytester.path / f"{name}.ipynb", source)
    pytester.makeconftest(WORK.format(1))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    options = "--budget-megabytes=500", "--budget-seconds=0", "-n1"
    result = pytester.runpytest_subprocess(
        "-p", "tests.budget", "--nbval", *options
    )
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines_random(
        [
            "hungry.ipynb is above its budget: * of 500 MB",
            "* s * x * MB  cheap.ipynb",
            "cheap.ipynb takes long: * of 0 s",
        ]
    )


def test_the_budget_of_time_is_a_ratio(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What passes beside a small training fails beside less work, however many
    seconds the machine takes.
    """
    costs(pytester.path / "cheap.ipynb", "0")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest(WORK.format(1e-4))
    result = pytester.runpytest_subprocess("-p", "tests.budget", "--nbval")
    result.assert_outcomes(passed=1, errors=1)


def costs(path: Path, source: str) -> None:
    """A notebook of one cell that answers 0."""
    cell = new_code_cell(source, execution_count=1)
    cell.outputs = [
        new_output("execute_result", {"text/plain": "0"}, execution_count=1)
    ]
    nbformat.write(new_notebook(cells=[cell]), path)
