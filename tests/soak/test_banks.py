"""Every banked answer to every exercise, wrong and right, in the sandbox."""

import pytest

from tests.attncourse.checks.bank import KEYS
from tests.attncourse.grading.sandbox.test_banks import graded_right


@pytest.mark.parametrize("key", KEYS)
def test_answers_are_graded_right(key: str) -> None:
    graded_right(key)
