"""What a chapter is, as far as a test can tell."""

import ast
import re
from pathlib import Path

import pytest
from IPython.core.inputtransformer2 import TransformerManager
from nbformat import NotebookNode

from tests.environment import CHAPTERS, NOTEBOOKS, cells, prose

each = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
COLUMNS = 80


def code(path: Path, tag: str | None = None) -> list[NotebookNode]:
    """The code cells of a notebook, all or those with a tag."""
    return [
        cell
        for cell in cells(path, "code")
        if tag in (None, *cell.metadata.get("tags", []))
    ]


def parsed(cell: NotebookNode) -> ast.Module:
    """The Python of a cell, its notebook commands translated."""
    return ast.parse(TransformerManager().transform_cell(cell["source"]))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_code_and_printed_text_have_80_columns(path: Path) -> None:
    """Cells, sources that they show, and what they print."""
    wide = []
    for cell in code(path):
        texts = [cell["source"]] if "setup" not in cell["id"] else []
        for output in cell["outputs"]:
            texts.append("".join(output.get("text", "")))
            shown = "".join(output.get("data", {}).get("text/markdown", ""))
            texts += re.findall(r"```python\n(.*?)```", shown, re.DOTALL)
        lines = [line for text in texts for line in text.splitlines()]
        wide += [f"{cell['id']}: {x}" for x in lines if len(x) > COLUMNS]
    assert wide == []


@each
def test_visible_code_is_ideas_not_reporting(path: Path) -> None:
    """No alt text, no chain of results, no number formatted for a report."""
    for cell in code(path):
        assert "alt=" not in cell["source"], cell["id"]
        assert "results.load" not in cell["source"], cell["id"]
        for node in ast.walk(parsed(cell)):
            shaped = isinstance(node, ast.FormattedValue) and node.format_spec
            assert not shaped, f"{cell['id']} formats a number"


@each
def test_no_cell_is_silent(path: Path) -> None:
    """Every cell but set-up, data and definitions shows what it proves."""
    for cell in code(path):
        kinds = {type(node) for node in parsed(cell).body}
        defines = kinds <= {ast.FunctionDef, ast.ClassDef}
        folded = "hide-input" in cell["metadata"].get("tags", [])
        assert defines or folded or cell["outputs"], f"{cell['id']} is silent"


@each
def test_objectives_lead_to_where_they_are_practised(path: Path) -> None:
    """Each "you can" links an exercise or a place of the chapter."""
    source = [cell.source for cell in cells(path)]
    goals = next(text for text in source if "**After this chapter" in text)
    items = re.findall(r"^- .*", goals, re.MULTILINE)
    assert len(items) >= 5
    headings = "\n".join(anchors(path))
    for item in items:
        links = re.findall(r"\]\(([^)#]*)#([^)]+)\)", item)
        assert links, f"no link: {item}"
        for page, place in links:
            there = anchors(path.parent / page) if page else headings.split()
            assert place in there, f"{place} is not in {page or path.stem}"


def anchors(path: Path) -> list[str]:
    """The anchors of a notebook's headings and code cells."""
    found = re.findall(r"^#{2,3} (.+)$", prose(path), re.MULTILINE)
    plain = [re.sub(r"[^\w\- ]", "", heading.lower()) for heading in found]
    slugs = [heading.replace(" ", "-") for heading in plain]
    return slugs + [f"cell-{cell['id']}" for cell in code(path)]


@each
def test_guesses_objects_boxes_and_drawings_are_there(path: Path) -> None:
    """At least two guesses, a drawing before the first section, key ideas."""
    source = [cell["source"] for cell in cells(path)]
    assert len(code(path, "guess")) >= 2
    opening = next(i for i, text in enumerate(source) if text.startswith("## "))
    drawn = [".drawings." in s or "course_map" in s for s in source[:opening]]
    assert any(drawn)
    told = "\n".join(source)
    for label, least in (("Key idea", 1), ("How it was found", 1)):
        assert told.count(f"> **{label}:**") >= least
    assert 1 <= told.count("> **Key idea:**") <= 3
    assert told.count("> **Misconception:**") == 1
    assert "the lecture says" not in told.lower()
