"""What is no notebook, and what is not installed, is named."""

import sys

import pytest

from attncourse.grading import release


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "3",
        "null",
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
