"""Every exercise notebook: its shape, its solution passes, its student edition fails at the check and nowhere else."""

import ast
import re
from pathlib import Path

import nbformat
import pytest
import yaml
from IPython.core.inputtransformer2 import TransformerManager

from attnbook.grading import release

SOURCES = sorted((Path(__file__).parents[2] / "chapters" / "exercises").glob("*.ipynb"))
CARD = re.compile(r"> \*\*Exercise:\*\* Difficulty ([1-5]) of 5, (\d+) minutes, importance [1-5] of 5\. Needs .+\.")
CALL = re.compile(r"check\.chapter(\d+)\.(\w+)\(\2\)")


@pytest.fixture(params=SOURCES, ids=lambda path: path.stem)
def source(request) -> Path:
    """One exercise notebook after the other."""
    return request.param


def cells(notebook: nbformat.NotebookNode, tag: str | None = None) -> list[nbformat.NotebookNode]:
    """The code cells, all or those with a tag."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [cell for cell in code if tag is None or tag in cell.metadata.get("tags", [])]


def run(notebook: nbformat.NotebookNode) -> tuple[str, BaseException] | None:
    """Run the code cells in order: the id of the first cell that fails and its error, None if none does."""
    names: dict[str, object] = {}
    for cell in cells(notebook):
        try:
            exec(TransformerManager().transform_cell(cell.source), names)
        except Exception as error:
            return cell.id, error
    return None


def solved(notebook: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    """The answer cells."""
    return [cell for cell in cells(notebook) if release.BEGIN in cell.source]


def test_each_exercise_stands_below_its_chapter_in_the_contents(root):
    contents = yaml.safe_load((root / "_toc.yml").read_text())
    chapters = [chapter for part in contents["parts"] for chapter in part["chapters"]]
    below = {page["file"]: chapter["file"] for chapter in chapters for page in chapter.get("sections", [])}
    pages = [f"chapters/exercises/{source.stem}" for source in SOURCES]
    assert len(pages) >= 2
    assert [below.get(page) for page in pages] == [f"chapters/{source.stem}" for source in SOURCES]


def test_each_task_has_card_hint_stub_and_check(source):
    notebook = nbformat.read(source, as_version=4)
    answers = solved(notebook)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert len(CARD.findall(text)) == len(answers) == len(cells(notebook, "check"))
    for answer in answers:
        name = answer.id.removesuffix("-answer")
        order = [cell.id for cell in notebook.cells if cell.id.startswith(f"{name}-")]
        assert order == [f"{name}-{part}" for part in ("task", "hint", "answer", "check")]
        task, hint, _, check = (cell for cell in notebook.cells if cell.id in order)
        assert CARD.search(task.source)
        assert re.search(r"<details>\n<summary>Hint.*</summary>\n\n", hint.source)
        assert int(CALL.fullmatch(check.source)[1]) == int(source.stem[:2])
        assert check.metadata.tags == ["check"]
    assert notebook.cells[-1].source.startswith("## What you learned")


def test_an_answer_is_one_documented_function_solved_to_its_end(source):
    for cell in solved(nbformat.read(source, as_version=4)):
        lines = cell.source.splitlines()
        assert re.match(r"def \w+\(", lines[0])
        assert lines[1].startswith('    """')
        assert lines[-1] == f"    ### {release.END}"


def test_minutes_add_up(source):
    notebook = nbformat.read(source, as_version=4)
    tasks = sum(int(CARD.search(cell.source)[2]) for cell in notebook.cells if cell.id.endswith("-task"))
    total = int(re.search(r"\*\*Time:\*\* (\d+) minutes", notebook.cells[0].source)[1])
    assert tasks <= total <= tasks + 10


def test_every_assertion_says_what_is_wrong(source):
    """A wrong answer must not end in an empty AssertionError further down."""
    code = [TransformerManager().transform_cell(cell.source) for cell in cells(nbformat.read(source, as_version=4))]
    found = [node for text in code for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Assert)]
    assert [ast.unparse(node) for node in found if node.msg is None] == []


def test_the_solution_passes(source):
    assert run(nbformat.read(source, as_version=4)) is None


def test_the_student_edition_holds_no_solution_and_all_checks(source):
    notebook, edition = nbformat.read(source, as_version=4), release.student(source)
    secrets = [line for solution in release.solutions(source) for line in solution.lines]
    text = nbformat.writes(edition)
    assert secrets != []
    assert [secret for secret in secrets if secret.replace('"', '\\"') in text] == []
    assert release.BEGIN not in text
    assert [cell.source for cell in cells(edition, "check")] == [cell.source for cell in cells(notebook, "check")]
    assert [cell.id for cell in edition.cells] == [cell.id for cell in notebook.cells]
    assert all(cell.outputs == [] for cell in cells(edition))


def test_the_student_edition_fails_first_at_the_check(source):
    edition = release.student(source)
    where, error = run(edition)
    assert where == cells(edition, "check")[0].id
    assert isinstance(error, AssertionError)
    assert "not written yet" in str(error)


def test_each_answer_is_needed(source):
    """With one stub left, the check of just that stub fails."""
    notebook, edition = nbformat.read(source, as_version=4), release.student(source)
    for position, cell in enumerate(notebook.cells):
        if cell in solved(notebook):
            mixed = nbformat.from_dict({**notebook, "cells": [*notebook.cells]})
            mixed.cells[position] = edition.cells[position]
            assert run(mixed)[0] == cell.id.replace("-answer", "-check")
