"""A worker may say anything; what is kept of it can be written."""

from typing import Any

import pytest

from attncourse.grading.sandbox.reply import ERRORS, heard


@pytest.mark.parametrize(
    ("errors", "kept"),
    [
        ([object()], {}),
        (None, {}),
        ({"1": set(), "2": "x" * 999}, {"1": "set()", "2": "x" * 500}),
    ],
)
def test_errors_of_cells_are_short_texts(errors: Any, kept: Any) -> None:
    assert heard(errors) == kept


def test_of_many_errors_some_are_kept() -> None:
    assert len(heard({str(k): "x" for k in range(ERRORS + 9)})) == ERRORS
