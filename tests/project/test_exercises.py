"""Every exercise notebook: its ladder, its forms, its solutions, its edition.

A code exercise is a task, a hint, an answer and a check; a thought exercise is
a task and what each choice says, or a model answer. The student edition fails
at the first check, and nowhere else. That the solutions pass is seen where all
notebooks are run.
"""

import ast
import re
from pathlib import Path

import nbformat
import pytest
import yaml
from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from attncourse.grading import release
from attncourse.grading.solutions import BEGIN, END, solutions

FOLDER = Path(__file__).parents[2] / "chapters" / "exercises"
SOURCES = sorted(FOLDER.glob("*.ipynb"))
HEADING = re.compile(r"## Exercise (\d+)\.(\d+): (\w.+)\n\n")
CARD = re.compile(
    r"> \*\*Exercise:\*\* Difficulty ([1-5]) of 5, (\d+) minutes, "
    r"importance [1-5] of 5\. Needs .+\."
)
SHORT = {"08_pretraining", "10_language_models"}
"""Ladders of two rungs to code."""
BEGUN = {"10_language_models"}
"""Nothing to think yet."""
CALL = re.compile(r"chapter(\d+)\.check\.(\w+)\(\2\)")
CODE = ["task", "hint", "answer", "check"]
THOUGHT = [["task", "choices"], ["task", "run", "choices"], ["task", "model"]]
CHOICE = re.compile(r"^- \(([a-z])\) (.+)", re.MULTILINE)
GUESS = re.compile(r"> \*\*Prediction:\*\* .+\n>\n((?:> - \([a-z]\) .+\n?)+)\Z")
FOLD = re.compile(
    r"<details>\s?<summary>(.+)</summary>\n\n(.+)\n\n</details>", re.DOTALL
)


@pytest.fixture(params=SOURCES, ids=lambda path: path.stem)
def source(request) -> Path:
    """One exercise notebook after the other."""
    return request.param


@pytest.fixture
def notebook(source) -> NotebookNode:
    """The notebook in it."""
    return nbformat.read(source, as_version=4)


def chapter(source: Path) -> Path:
    """The chapter of the same number; it may have several notebooks."""
    (path,) = FOLDER.parent.glob(f"{source.stem[:2]}_*.ipynb")
    return path


def cells(notebook: NotebookNode, tag: str | None = None) -> list[NotebookNode]:
    """The code cells, all or those with a tag."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    return [cell for cell in code if tag is None or tagged(cell, tag)]


def tagged(cell: NotebookNode, tag: str) -> bool:
    """True for a cell with this tag."""
    return tag in cell.metadata.get("tags", [])


def tasks(notebook: NotebookNode) -> dict[str, dict[str, NotebookNode]]:
    """The exercises by name, each with its cells by their part of it."""
    names = [c.id[:-5] for c in notebook.cells if c.id.endswith("-task")]
    return {
        name: {
            cell.id.removeprefix(f"{name}-"): cell
            for cell in notebook.cells
            if cell.id.startswith(f"{name}-")
        }
        for name in names
    }


def run(
    code: list[NotebookNode], names: dict[str, object]
) -> tuple[str, BaseException] | None:
    """Run cells in order, given what those before have named: id of the first
    that fails, its error.
    """
    for cell in code:
        try:
            exec(TransformerManager().transform_cell(cell.source), names)
        except Exception as error:
            return cell.id, error
    return None


def solved(notebook: NotebookNode) -> list[NotebookNode]:
    """The answer cells."""
    return [cell for cell in cells(notebook) if BEGIN in cell.source]


def test_each_exercise_stands_below_its_chapter_in_the_contents(root):
    contents = yaml.safe_load((root / "_toc.yml").read_text())
    chapters = [c for part in contents["parts"] for c in part["chapters"]]
    below = {
        page["file"]: chapter["file"]
        for chapter in chapters
        for page in chapter.get("sections", [])
    }
    assert len(SOURCES) >= 2
    for source in SOURCES:
        page = f"chapters/exercises/{source.stem}"
        assert below.get(page) == f"chapters/{chapter(source).stem}"


def test_the_ladder_has_four_rungs_to_code_and_two_to_think(source, notebook):
    """Or fewer, where it is short; numbered without a gap; each has a card, and
    names its section.
    """
    rungs = tasks(notebook)
    before = [
        x for x in SOURCES if x < source and chapter(x) == chapter(source)
    ]
    first = 1 + sum(len(tasks(nbformat.read(x, 4))) for x in before)
    code = [name for name, parts in rungs.items() if "answer" in parts]
    assert len(code) >= (2 if source.stem in SHORT else 4)
    assert len(rungs) - len(code) >= 2 or source.stem in BEGUN
    for number, parts in enumerate(rungs.values(), first):
        heading = HEADING.match(parts["task"].source)
        assert (int(heading[1]), int(heading[2])) == (
            int(source.stem[:2]),
            number,
        )
        assert len(CARD.findall(parts["task"].source)) == 1
        assert f"(../{chapter(source).name}#" in parts["task"].source
    text = "\n".join(cell.source for cell in notebook.cells)
    assert len(CARD.findall(text)) == text.count("## Exercise ") == len(rungs)
    assert notebook.cells[-1].source.startswith("## What you learned")


def test_each_task_has_the_cells_of_its_form(source, notebook):
    for name, parts in tasks(notebook).items():
        if "answer" not in parts:
            assert [*parts] in THOUGHT, name
            continue
        assert [*parts] == CODE, name
        hint = FOLD.fullmatch(parts["hint"].source)
        assert hint[1].startswith("Hint")
        called = CALL.fullmatch(parts["check"].source)
        assert int(called[1]) == int(source.stem[:2])
        assert parts["check"].metadata.tags == ["check"]
    answers = [cell.id for cell in solved(notebook)]
    assert [cell.id for cell in cells(notebook, "check")] == [
        answer.replace("-answer", "-check") for answer in answers
    ]


def test_each_choice_has_its_sentence_and_one_is_right(notebook):
    """A guess ends its cell; a cell that shows the answer may follow it."""
    answered = []
    for i, cell in enumerate(notebook.cells):
        if "> **Predict" not in cell.source:
            continue
        asked = CHOICE.findall(GUESS.search(cell.source)[1].replace("> ", ""))
        after = notebook.cells[i + 1 : i + 3]
        fold = after[tagged(after[0], "guess")]
        summary, sentences = FOLD.fullmatch(fold.source).groups()
        said = CHOICE.findall(sentences)
        assert summary == "What each choice says"
        assert len(asked) >= 2
        assert [letter for letter, _ in asked] == [a for a, _ in said]
        assert sum(text.startswith("Right:") for _, text in said) == 1
        answered.append(fold.id)
    folds = [c.id for c in notebook.cells if c.id.endswith("-choices")]
    assert answered == folds
    assert len(cells(notebook, "guess")) <= len(folds)


def test_a_model_answer_is_folded_and_says_why(notebook):
    for parts in tasks(notebook).values():
        if "model" in parts:
            summary, answer = FOLD.fullmatch(parts["model"].source).groups()
            assert summary == "A model answer"
            assert len(answer.split()) >= 50


def test_an_answer_is_one_documented_function_solved_to_its_end(notebook):
    for cell in solved(notebook):
        lines = cell.source.splitlines()
        assert re.match(r"def \w+\(", lines[0])
        assert lines[1].startswith('    """')
        assert lines[-1] == f"    ### {END}"


def test_every_assertion_says_what_is_wrong(notebook):
    """A wrong answer must not end in an empty AssertionError further down."""
    manager = TransformerManager()
    code = [manager.transform_cell(cell.source) for cell in cells(notebook)]
    nodes = [node for text in code for node in ast.walk(ast.parse(text))]
    found = [node for node in nodes if isinstance(node, ast.Assert)]
    assert [ast.unparse(node) for node in found if node.msg is None] == []


def test_the_student_edition_holds_no_solution_and_all_checks(source, notebook):
    edition = release.student(source)
    hidden = solutions(source)
    secrets = [line for solution in hidden for line in solution.lines]
    text = nbformat.writes(edition)
    assert secrets != []
    assert [s for s in secrets if s.replace('"', '\\"') in text] == []
    assert BEGIN not in text
    checks = [
        [cell.source for cell in cells(each, "check")]
        for each in (edition, notebook)
    ]
    assert checks[0] == checks[1]
    assert [c.id for c in edition.cells] == [c.id for c in notebook.cells]
    assert all(cell.outputs == [] for cell in cells(edition))


def test_each_answer_is_needed(source, notebook):
    """With one stub left, the check of just that stub fails: it follows at
    once, and needs no more than what stands before the first exercise.
    """
    edition = release.student(source)
    code, checks = cells(edition), cells(edition, "check")
    begin = edition.cells.index(next(iter(tasks(edition).values()))["task"])
    names: dict[str, object] = {}
    assert run([c for c in edition.cells[:begin] if c in code], names) is None
    answers = {cell.id for cell in solved(notebook)}
    stubs = [k for k, cell in enumerate(code) if cell.id in answers]
    assert [code[k + 1] for k in stubs] == checks
    for k in stubs:
        where, error = run(code[k : k + 2], {**names})
        assert where == code[k + 1].id
        assert isinstance(error, AssertionError)
        assert "not written yet" in str(error)
