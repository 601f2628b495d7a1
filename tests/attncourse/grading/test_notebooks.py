"""What is no notebook, and what is not installed, is named."""

import json
import sys

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from attncourse.grading import release
from attncourse.grading.notebooks import alone, parsed
from tests.attncourse.grading.toys import BADGE


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "{}",
        '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": 3}',
        "# Text",
        "\xff",
    ],
)
def test_what_is_no_notebook_is_named(tmp_path, content):
    (tmp_path / "areas.ipynb").write_bytes(content.encode("latin-1"))
    with pytest.raises(
        ValueError, match="not a notebook: .*/areas.ipynb: ."
    ) as failure:
        release.release([tmp_path / "areas.ipynb"], tmp_path / "out")
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize("module", ["nbgrader.preprocessors", "nbformat"])
def test_without_nbgrader_the_error_says_what_to_install(
    source, monkeypatch, module
):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ImportError,
        match=rf"{module} is missing: install attnbook with .* \[grading\]",
    ):
        release.student(source)


def test_links_lead_to_the_repository_of_the_badge():
    text = "[a](../a.ipynb#b), [b](b.md), [c](https://c.md), [d](#d), F[e](f)"
    badge = BADGE.format("github/me/course/blob/v1/chapters/exercises/1.ipynb")
    for first, wanted in (
        (
            badge,
            "[a](https://github.com/me/course/blob/v1/chapters/a.ipynb#b), "
            "[b](https://github.com/me/course/blob/v1/chapters/exercises/b.md),"
            " [c](https://c.md), [d](#d), F[e](f)",
        ),
        ("# No badge", text),
    ):
        cells = [new_markdown_cell(first), new_markdown_cell(text)]
        cells.append(new_code_cell(f"# {text}"))
        made = alone(new_notebook(cells=cells)).cells
        assert [cell.source for cell in made] == [first, wanted, f"# {text}"]


def test_of_students_what_can_be_read_is_enough():
    """A cell without outputs, an id with a space, a mark at the front; but a
    cell has a kind and a text.
    """
    cell = {"cell_type": "code", "source": ["a\n", "b"], "metadata": {}}
    cell |= {"id": "x y", "odd": 1}
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}}
    whole["cells"] = [cell]
    text = json.dumps(whole).encode("utf-8-sig")
    (found,) = parsed(text, "a.ipynb", strict=False).cells
    assert found.source == "a\nb"
    with pytest.raises(ValueError, match="not a notebook: a.ipynb"):
        parsed(text, "a.ipynb")
    for other in ({"cell_type": "code"}, {"source": ""}, 3):
        text = json.dumps(whole | {"cells": [other]}).encode()
        with pytest.raises(ValueError, match="not a notebook: a.ipynb"):
            parsed(text, "a.ipynb", strict=False)
